import type { Embedded, IntOrString, ListMeta, ObjectMeta, Quantity, RawExtension, Time, TypeMeta, float64, int64 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status: OrderStatus;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

/** Values are converted unchanged.
 * +k8s:conversion-gen=false */
export type Speed = "Slow" | "Fast" | "Express";
export type Labels = Record<string, string>;
/** Values are converted unchanged.
 * +k8s:conversion-gen=false */
export type Size = "small" | "large";
export type Color = "red" | "green";

export interface OrderSpec {
  note?: string;
  /** +omitzero */
  count?: int64;
  /** +omitzero */
  urgent?: boolean;
  /** +omitzero */
  price?: Quantity;
  due?: Time;
  /** +omitzero */
  tags?: string[];
  /** +omitzero */
  labels?: Labels;
  /** +omitzero */
  place?: Place;
  comment?: string;
  gift?: Place;
  speed: Speed;
  color: Color;
  /** +omitzero */
  size?: Size;
  lines: Line[];
  byName?: Record<string, Line>;
  nested: Record<string, Line[]>;
  range: [int64, Line];
  counts: int64[];
  weights: Record<string, float64>;
  speeds: Speed[];
  any: unknown;
  raw: RawExtension;
  port?: IntOrString;
  templates?: Embedded<Order>[];
}

/** The same type in the hub and the version. */
export interface Place {
  street: string;
  geo?: Geo;
}

export interface Geo {
  lat: float64;
  lon: float64;
}

export interface Line {
  name?: string;
  count: int64;
  children: Line[];
}

export interface OrderStatus {
  phase: string;
}

export interface Empty {}
