import type { Embedded, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  /** An absent embedded object is absent after a round trip.
   *  +omitzero */
  counter?: Embedded<Counter>;
}

export interface Counter extends TypeMeta<"shop.example.com/v1", "Counter"> {
  metadata: ObjectMeta;
  places: int32;
  color?: string;
}
