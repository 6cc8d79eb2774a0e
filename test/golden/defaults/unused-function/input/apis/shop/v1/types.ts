import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  note: string;
}

export interface Orphan {
  x: string;
}

/** Only a hand-written function sets its defaults. */
export interface Inner {
  x: string;
}

export interface Label {
  x: string;
}
