/** @file Types and texts of values in the messages of cel-go. */
import { formatDuration } from "../../values/duration.js";
import { goFloat } from "../../json/go-print.js";
import * as types from "../types/type.js";
import { optional, type Type } from "../types/type.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "../values.js";
import { GrowingList, ItemList } from "./lists.js";
import { MapList, AtomicList, SetList } from "./schema-list.js";
import { SchemaMap } from "./schema-map.js";
import { timestampText } from "./time-text.js";
import { EvaluationError, ListValue, MapValue, OpaqueValue, type Result, type Value } from "./value.js";

const anyList = types.list(types.dyn);
const anyMap = types.map(types.dyn, types.dyn);
const anyOptional = optional(types.dyn);

/** Returns the type of a value. Types of items, keys and values are not known. */
export function typeOfValue(value: Value): Type {
  switch (typeof value) {
    case "string":
      return types.string;
    case "bigint":
      return types.int;
    case "number":
      return types.double;
    case "boolean":
      return types.bool;
    default:
      return value === null ? types.nullType : typeOfObject(value);
  }
}

function typeOfObject(value: Value & object): Type {
  if (value instanceof ListValue) return anyList;
  if (value instanceof MapValue) return value.objectType ?? anyMap;
  if (value instanceof OpaqueValue) return value.type;
  if (value instanceof CELUint) return types.uint;
  if (value instanceof CELBytes) return types.bytes;
  if (value instanceof CELDuration) return types.duration;
  if (value instanceof CELTimestamp) return types.timestamp;
  return value instanceof CELOptional ? anyOptional : types.metaType;
}

const goNames: Readonly<Partial<Record<Type["kind"], string>>> = {
  string: "types.String",
  int: "types.Int",
  uint: "types.Uint",
  double: "types.Double",
  bool: "types.Bool",
  null: "types.Null",
  bytes: "types.Bytes",
  duration: "types.Duration",
  timestamp: "types.Timestamp",
  type: "*types.Type",
  list: "*types.concatList",
  map: "*types.baseMap",
};

const goClasses: readonly (readonly [Class: abstract new (...values: never) => object, name: string])[] = [
  [SetList, "*common.unstructuredSetList"],
  [MapList, "*common.unstructuredMapList"],
  [AtomicList, "*common.unstructuredList"],
  [SchemaMap, "*common.unstructuredMap"],
  [GrowingList, "*types.mutableList"],
  [ItemList, "*types.baseList"],
  [CELOptional, "*types.Optional"],
];

/** Returns the type of a value in Go, as `%T` prints it. */
export function goTypeOf(value: Value): string {
  const { kind, name } = typeOfValue(value);
  const known = goClasses.find(([Class]) => value instanceof Class)?.[1] ?? goNames[kind];
  if (known !== undefined) return known;
  return name.startsWith("google.protobuf.") ? "*types.protoObj" : `cel.${name.replace(/^.*\./, "")}`;
}

/** Returns a value as `%v` of Go prints it. */
export function printed(value: Result): string {
  if (value instanceof EvaluationError) return value.message;
  if (typeof value === "number") return doubleText(value);
  if (value === null) return "0";
  if (typeof value !== "object") return String(value);
  if (value instanceof CELUint) return String(value.value);
  if (value instanceof CELBytes) return `[${value.value.join(" ")}]`;
  if (value instanceof CELDuration) return formatDuration(value.nanoseconds);
  if (value instanceof CELTimestamp) return timestampText(value, true);
  if (value instanceof CELType) return typeName(value.type);
  if (value instanceof CELOptional)
    return value.value === undefined ? "optional.none()" : `optional(${printed(value.value)})`;
  if (value instanceof ListValue) return `[${Array.from(value, printed).join(", ")}]`;
  if (value instanceof MapValue) return mapText(value);
  return value.toString();
}

/** Returns a type with its parameters, as Go prints it. */
function typeName({ name, parameters }: Type): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(typeName).join(", ")})`;
}

function mapText(map: MapValue): string {
  const entries = Array.from(map.keys(), (key) => `${printed(key)}: ${printed(map.get(key) ?? null)}`);
  return `{${entries.join(", ")}}`;
}

/** Returns a double as `%g` of Go prints it. */
export function doubleText(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return Math.abs(value) === Infinity ? (value > 0 ? "+Inf" : "-Inf") : goFloat(value);
}
