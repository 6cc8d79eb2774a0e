import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  /** +default="marker" */
  note?: string;
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  items: Order[];
}

export interface OrderSpec {
  /** +default="marker" */
  s1: string;
  /** +default="marker" */
  s2: string;
  part?: Part;
  parts: Part[];
  partsByName: Record<string, Part>;
  lists: Part[][];
  pair: [Part, string];
  labels?: Labels;
  covered: Covered;
  whole?: Whole;
}

export interface Part {
  name: string;
}

export type Labels = Record<string, string>;

export interface Covered {
  part: Part;
  /** +default="never" */
  note: string;
}

export interface Whole {
  part: Part;
}
