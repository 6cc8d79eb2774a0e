import type { TypeMeta } from "@apimachinery/runtime";

export interface Drawing extends TypeMeta<"shop.example.com/v1", "Drawing"> {
  shape: Shape;
  shapes: Shape[];
}

export type Shape = Circle | Square | Dot;

export interface Circle {
  type: "circle";
  /** +default=1 */
  radius: number;
}

export interface Square {
  type: "square";
  /** +default=2 */
  side: number;
}

export interface Dot {
  type: "dot";
}
