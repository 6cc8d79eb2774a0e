import type { ObjectMeta, TypeMeta, int32, int64 } from "@apimachinery/runtime";

/** Every field survives a round trip. */
export interface Shelf extends TypeMeta<"shop.example.com/__internal", "Shelf"> {
  metadata: ObjectMeta;
  width: int32;
}

/** v1 does not have this field. */
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
  /** A tuple with members that v1 does not have. */
  modes: [Mode, int32];
  box: Box;
}

/** v1 has no color; a hand-written function for the bases converts the inherited fields. */
export interface Colored {
  color: string;
}

export interface Box extends Colored {
  width: int32;
}

export interface Item {
  name: string;
  /** An int32 in v1. */
  count: int64;
  /** v1 does not have this field; a hand-written function mentions it. */
  note?: string;
  /** v1 does not have this field; a hand-written function declares that it keeps it. */
  owner?: string;
  /** A string in v1. A hand-written function declares a loss. */
  code: int32;
  /** Required in v1. */
  mode?: Mode;
}

export type Mode = "Fast" | "Safe" | "Slow";

/** It contains itself. */
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
