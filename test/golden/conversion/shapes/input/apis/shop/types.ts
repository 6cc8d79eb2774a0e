import type { Embedded, IntOrString, ListMeta, ObjectMeta, Quantity, RawExtension, Time, TypeMeta, float64, int64 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/__internal", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status?: OrderStatus;
}

export interface OrderList extends TypeMeta<"shop.example.com/__internal", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

export type Speed = "Slow" | "Fast";
export type Size = "S" | "M" | "L";
export type Labels = Record<string, string>;

export interface OrderSpec {
  // optional -> required and back
  note: string;
  count: int64;
  urgent: boolean;
  price: Quantity;
  due: Time;
  tags: string[];
  labels: Labels;
  place: Place;
  // optional -> optional
  comment?: string;
  gift?: Place;
  // enums and strings
  speed: Speed;
  color: string;
  size: Size;
  // lists, maps, tuples
  lines: Line[];
  byName: Record<string, Line>;
  nested: Record<string, Line[]>;
  range: [int64, Line];
  counts: int64[];
  weights: Record<string, float64>;
  speeds: Speed[];
  // whatever
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
  name: string;
  count: int64;
  children: Line[];
}

export interface OrderStatus {
  phase: string;
}

export interface Empty {}
