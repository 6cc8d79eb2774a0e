import type { Duration, Quantity, TypeMeta, bytes, int32, int8 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
}

export interface OrderSpec {
  /** +default=bar */
  unquoted?: string;
  /** +default=3 as ever */
  explained?: int32;
  /** +default='bar' */
  single?: string;
  /** +omitzero */
  always: string;
  /** +default=1 */
  text?: string;
  /** +default="1" */
  number?: int32;
  /** +default=1.5 */
  whole?: int32;
  /** +default=300 */
  small?: int8;
  /** +default="yes" */
  flag?: boolean;
  /** +default="Fsat" */
  speed?: Speed;
  /** +default="1 GB" */
  price?: Quantity;
  /** +default="90" */
  wait?: Duration;
  /** +default="not base64" */
  image?: bytes;
  /** +default={"a": 1} */
  list?: string[];
  /** +default=["a", 1] */
  items?: string[];
  /** +default=["a"] */
  map?: Record<string, string>;
  /** +default=["a"] */
  pair?: [string, string];
  /** +default={"nam": "x"} */
  unknown?: Part;
  /** +default={} */
  missing?: Pace;
  /** +default={"name": "x", "parts": [{"name": "y", "parts": [], "speed": "fast"}]} */
  nested?: Part;
  /** +default={"type": "triangle"} */
  shape?: Shape;
  /** +default="x" */
  part?: Part;
}

export interface Part {
  name: string;
  parts: Part[];
  speed?: Speed;
  pace?: Pace;
}

export interface Pace {
  speed: Speed;
}

export type Speed = "Slow" | "Fast";
export type Shape = Circle | Square;
export interface Circle {
  type: "circle";
}
export interface Square {
  type: "square";
}

/** +default=1 */
export type Item = string;
