import type { Embedded, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  /** An embedded object that is absent comes back absent.
   *  +omitzero */
  counter?: Embedded<Counter>;
}

export interface Counter extends TypeMeta<"shop.example.com/v1", "Counter"> {
  metadata: ObjectMeta;
  places: int32;
  color?: string;
}
