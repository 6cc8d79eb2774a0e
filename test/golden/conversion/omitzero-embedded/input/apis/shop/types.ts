import type { Embedded, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/__internal", "Shop"> {
  metadata: ObjectMeta;
  counter: Embedded<Counter>;
}

export interface Counter extends TypeMeta<"shop.example.com/__internal", "Counter"> {
  metadata: ObjectMeta;
  places: int32;
  color?: string;
}
