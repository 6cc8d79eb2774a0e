import type { ListMeta, ObjectMeta, TypeMeta, int32, int64 } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  spec: CartSpec;
}

export interface CartList extends TypeMeta<"shop.example.com/__internal", "CartList"> {
  metadata: ListMeta;
  items: Cart[];
}

export interface CartSpec {
  owner: string;
  /** Not in v1. */
  discount?: Discount;
  /** Not in v1. */
  urgent: boolean;
  /** Told apart by their names.
   *  +listType=map
   *  +listMapKey=name */
  items: Item[];
  /** Told apart by where they stand. */
  steps: Step[];
  byShop: Record<string, Step>;
}

export interface Discount {
  percent: int32;
  reasons: string[];
}

export interface Item {
  name: string;
  /** int32 in v1, which shows the greatest that it has. */
  count: int64;
  note?: string;
}

export interface Step {
  text: string;
  color?: string;
}
