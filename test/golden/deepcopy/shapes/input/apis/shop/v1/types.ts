import type { FieldsV1, IntOrString, Quantity, RawExtension, Time, TypeMeta, bytes, int32 } from "@apimachinery/runtime";

/** A field of each kind of type. */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
  status?: OrderStatus;
}

export interface OrderSpec {
  count: int32;
  note?: string;
  price: Quantity;
  due?: Time;
  port?: IntOrString;
  image: bytes;
  tags: string[];
  labels: Record<string, string>;
  line: Line;
  lines: Line[];
  linesByName?: Record<string, Line>;
  grid: int32[][];
  tagsByName: Record<string, string[]>;
  labelsByName: Record<string, Record<string, string>>;
  deep?: Record<string, Line[][]>;
  labelList: Record<string, string>[];
  pair: [string, Line];
  pairs: [string, string][];
  "x-y"?: Line;
  "a-b": string[];
  size: "small" | "large";
  names: Names;
  speed: Speed;
  raw: RawExtension;
  raws: RawExtension[];
  any?: unknown;
  anyByName: Record<string, unknown>;
  fields?: FieldsV1;
}

export interface OrderStatus {
  phase?: string;
  ready: boolean;
}

export interface Line {
  name: string;
  count?: int32;
  children?: Line[];
  parent?: Line;
}

export interface Empty {}

// Aliases of strings, numbers and booleans need no copy.
export type Speed = "Slow" | "Fast";
export type Name = string;

export type Names = string[];
export type Lines = Line[];
export type LinesAgain = Lines;
export type Labels = Record<Name, string>;
export type LinesByName = Record<Name, Line>;
export type Pair = [Line, string];
export type Config = RawExtension;

/** Mutual recursion. */
export interface Ping {
  pong?: Pong;
}
export interface Pong {
  ping?: Ping;
}
