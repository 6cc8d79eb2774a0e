import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  a: A;
  b: B;
  c: C;
  d: D;
  pizza: Pizza;
}

export interface A {
  x: string;
}
export interface B {
  x: string;
}
export interface C {
  x: string;
}
export interface D {
  x: string;
}
export interface Pizza {
  x: string;
}

export interface Sauce {
  name: string;
}

export interface Late {
  name: string;
}
