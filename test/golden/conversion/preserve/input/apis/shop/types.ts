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
  /** v1 does not have this field. */
  discount?: Discount;
  /** v1 does not have this field. */
  urgent: boolean;
  /** Items are identified by their names.
   *  +listType=map
   *  +listMapKey=name */
  items: Item[];
  /** Items are identified by their positions. */
  steps: Step[];
  byShop: Record<string, Step>;
}

export interface Discount {
  percent: int32;
  reasons: string[];
}

export interface Item {
  name: string;
  /** An int32 in v1, which gets the greatest int32 for larger values. */
  count: int64;
  note?: string;
}

export interface Step {
  text: string;
  color?: string;
}
