import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * Odd has properties with the names of inherited properties.
 */
export interface Odd extends TypeMeta<"shop.example.com/v1", "Odd"> {
  metadata: ObjectMeta;
  constructor: string;
  hasOwnProperty: string;
  valueOf: string;
  __proto__: string;
}

export interface OddList extends TypeMeta<"shop.example.com/v1", "OddList"> {
  metadata: ListMeta;
  items: Odd[];
}
