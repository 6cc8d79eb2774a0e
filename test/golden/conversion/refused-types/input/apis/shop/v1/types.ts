import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/v1", "Cart"> {
  metadata: ObjectMeta;
  spec: Spec;
}

export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ObjectMeta;
  built: string;
}

export interface Spec {
  mode: Mode;
  items: Item[];
}

/** Refused here: no field of its type is of another kind than the hub's. */
export type Mode = "Fast" | 3;

/** Refused here: its function is for a type nevertheless, and has the right signature. */
export class Item {
  name = "";
}
