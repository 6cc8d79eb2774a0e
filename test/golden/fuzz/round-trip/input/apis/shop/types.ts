import type { ObjectMeta, Time, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/__internal", "Cart"> {
  metadata: ObjectMeta;
  spec: CartSpec;
}

export interface CartSpec {
  owner: string;
  limit: int32;
  tags: string[];
  since: Time;
  note?: string;
}
