import type {
  Duration,
  IntOrString,
  MicroTime,
  Quantity,
  Schema,
  Time,
  TypeMeta,
  bytes,
  float32,
  float64,
  int32,
  int64,
  int8,
  uint8,
} from "@apimachinery/runtime";

/** A kind with a field of every type. It corresponds to the Go struct of decode-vectors.json. */
export interface Thing extends TypeMeta<"example.com/v1", "Thing"> {
  spec: Spec;
}
export interface Item {
  name: string;
  n?: int32;
}
export interface Spec {
  text: string;
  flag: boolean;
  i8: int8;
  i32: int32;
  i64: int64;
  u8: uint8;
  f: float64;
  f32: float32;
  mode: string;
  q: Quantity;
  port: IntOrString;
  time: Time;
  micro: MicroTime;
  dur: Duration;
  bytes: bytes;
  list: string[];
  items: Item[];
  map: Record<string, string>;
  itemMap: Record<string, Item>;
  any: unknown;
  opt?: Item;
}

export const ItemSchema: Schema<Item> = {
  name: "v1.Item",
  fields: { name: { type: "string" }, n: { type: "int32", optional: true } },
};
const ModeSchema: Schema<string> = { name: "v1.Mode", value: { type: "string", enum: ["Fast", "Safe"] } };
export const SpecSchema: Schema<Spec> = {
  name: "v1.Spec",
  fields: {
    text: { type: "string" },
    flag: { type: "boolean" },
    i8: { type: "int8" },
    i32: { type: "int32" },
    i64: { type: "int64" },
    u8: { type: "uint8" },
    f: { type: "float64" },
    f32: { type: "float32" },
    mode: { type: "ref", to: () => ModeSchema },
    q: { type: "Quantity" },
    port: { type: "IntOrString" },
    time: { type: "Time" },
    micro: { type: "MicroTime" },
    dur: { type: "Duration" },
    bytes: { type: "bytes" },
    list: { type: "list", items: { type: "string" } },
    items: { type: "list", items: { type: "ref", to: () => ItemSchema } },
    map: { type: "map", values: { type: "string" } },
    itemMap: { type: "map", values: { type: "ref", to: () => ItemSchema } },
    any: { type: "any" },
    opt: { type: "ref", to: () => ItemSchema, optional: true },
  },
};
export const ThingSchema: Schema<Thing> = {
  name: "v1.Thing",
  gvk: { group: "example.com", version: "v1", kind: "Thing" },
  fields: { kind: { type: "string" }, apiVersion: { type: "string" }, spec: { type: "ref", to: () => SpecSchema } },
};

export const zeroSpec: Spec = {
  text: "",
  flag: false,
  i8: 0,
  i32: 0,
  i64: 0,
  u8: 0,
  f: 0,
  f32: 0,
  mode: "",
  q: "0",
  port: 0,
  time: "",
  micro: "",
  dur: "0s",
  bytes: "",
  list: [],
  items: [],
  map: {},
  itemMap: {},
  any: null,
};
