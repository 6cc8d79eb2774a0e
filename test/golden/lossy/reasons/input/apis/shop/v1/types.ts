import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ObjectMeta;
  width: int32;
}

export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  items: Item[];
  byShop: Record<string, Item>;
  tree?: Node;
  pay: Payment;
  modes: [Mode, int32];
  box: Box;
}

export interface Plain {
  shade?: string;
}

export interface Box extends Plain {
  width: int32;
}

export interface Item {
  name: string;
  count: int32;
  code: string;
  mode: Mode;
}

/** Values are converted unchanged.
 * +k8s:conversion-gen=false */
export type Mode = "Fast" | "Safe";

export interface Node {
  next?: Node;
  label: string;
}

export interface Card {
  kind: "Card";
  number: string;
}

export interface Check {
  kind: "Check";
}

export type Payment = Card | Check;
