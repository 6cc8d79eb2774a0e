import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +k8s:conversion-gen:preserve=annotation */
export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  spec: CartSpec;
}

export interface CartList extends TypeMeta<"shop.example.com/v1", "CartList"> {
  metadata: ListMeta;
  items: Cart[];
}

export interface CartSpec {
  owner: string;
  items: Item[];
  steps: Step[];
  byShop: Record<string, Step>;
}

export interface Item {
  name: string;
  count: int32;
}

export interface Step {
  text: string;
}
