import type { ObjectMeta, TypeMeta, int32, int64 } from "@apimachinery/runtime";

/** Everything comes back. */
export interface Shelf extends TypeMeta<"shop.example.com/__internal", "Shelf"> {
  metadata: ObjectMeta;
  width: int32;
}

/** v1 does not have it. */
export interface Coupon extends TypeMeta<"shop.example.com/__internal", "Coupon"> {
  metadata: ObjectMeta;
}

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  items: Item[];
  byShop: Record<string, Item>;
  tree?: Node;
  pay: Payment;
  /** +k8s:conversion-gen=false */
  hidden?: string;
  /** Members that v1 does not know, in a tuple. */
  modes: [Mode, int32];
  box: Box;
}

/** v1 has no color; a hand-written function for the bases converts what is inherited. */
export interface Colored {
  color: string;
}

export interface Box extends Colored {
  width: int32;
}

export interface Item {
  name: string;
  /** int32 in v1. */
  count: int64;
  /** Not in v1; a function mentions it. */
  note?: string;
  /** Not in v1; a function keeps it, and says so. */
  owner?: string;
  /** Text in v1. A function says that not all of it comes back. */
  code: int32;
  /** Required in v1. */
  mode?: Mode;
}

export type Mode = "Fast" | "Safe" | "Slow";

/** It holds itself. */
export interface Node {
  next?: Node;
  label: string;
  /** +k8s:conversion-gen=false */
  color: string;
}

export interface Card {
  kind: "Card";
  number: string;
}

export interface Cash {
  kind: "Cash";
}

export interface Check {
  kind: "Check";
}

export type Payment = Card | Cash | Check;
