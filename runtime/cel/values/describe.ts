/** @file Types and values as cel-go prints them in messages. */
import { formatDuration } from "../../values/duration.js";
import { goFloat } from "../../json/go-print.js";
import * as types from "../types/type.js";
import { optionalType, type ExpressionType } from "../types/type.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./classes.js";
import { GrowingList, ItemList } from "./lists.js";
import { MapList, AtomicList, SetList } from "./schema-list.js";
import { SchemaMap } from "./schema-map.js";
import { timestampString } from "./time-text.js";
import { EvaluationError, ListValue, MapValue, OpaqueValue, type Result, type Value } from "./value.js";

const anyList = types.listOfType(types.dyn);
const anyMap = types.mapOfTypes(types.dyn, types.dyn);
const anyOptional = optionalType(types.dyn);

/**
 * Returns the type of a value. The types of the items of lists and of the entries of maps are
 * unknown.
 */
export function typeOfValue(value: Value): ExpressionType {
  switch (typeof value) {
    case "string":
      return types.stringType;
    case "bigint":
      return types.intType;
    case "number":
      return types.doubleType;
    case "boolean":
      return types.boolType;
    default:
      return value === null ? types.nullType : typeOfObject(value);
  }
}

function typeOfObject(value: Value & object): ExpressionType {
  if (value instanceof ListValue) return anyList;
  if (value instanceof MapValue) return value.objectType ?? anyMap;
  if (value instanceof OpaqueValue) return value.type;
  if (value instanceof CELUint) return types.uintType;
  if (value instanceof CELBytes) return types.bytesType;
  if (value instanceof CELDuration) return types.durationType;
  if (value instanceof CELTimestamp) return types.timestampType;
  return value instanceof CELOptional ? anyOptional : types.metaType;
}

/** The Go types whose names are not composed of `types.` and the kind, as `types.Int` is. */
const goNames: Readonly<Partial<Record<ExpressionType["kind"], string>>> = {
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

/** Returns the name of the Go type of a value, as `%T` prints it. */
export function goTypeOfResult(value: Value): string {
  const { kind, name } = typeOfValue(value);
  const known = goClasses.find(([Class]) => value instanceof Class)?.[1] ?? goNames[kind];
  if (known !== undefined) return known;
  if (kind !== "struct" && kind !== "opaque") return `types.${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return name.startsWith("google.protobuf.") ? "*types.protoObj" : `cel.${name.replace(/^.*\./, "")}`;
}

/** Returns a value as Go's `%v` prints it. */
export function printed(value: Result): string {
  if (value instanceof EvaluationError) return value.message;
  if (typeof value === "number") return doubleString(value);
  if (value === null) return "0";
  if (typeof value !== "object") return String(value);
  if (value instanceof CELUint) return String(value.value);
  if (value instanceof CELBytes) return `[${value.value.join(" ")}]`;
  if (value instanceof CELDuration) return formatDuration(value.nanoseconds);
  if (value instanceof CELTimestamp) return timestampString(value, true);
  if (value instanceof CELType) return typeName(value.type);
  if (value instanceof CELOptional)
    return value.value === undefined ? "optional.none()" : `optional(${printed(value.value)})`;
  if (value instanceof ListValue) return `[${Array.from(value, printed).join(", ")}]`;
  if (value instanceof MapValue) return mapText(value);
  return value.toString();
}

/** Returns a type with its parameters, as Go prints it. */
function typeName({ name, parameters }: ExpressionType): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(typeName).join(", ")})`;
}

function mapText(map: MapValue): string {
  const entries = Array.from(map.keys(), (key) => `${printed(key)}: ${printed(map.get(key) ?? null)}`);
  return `{${entries.join(", ")}}`;
}

/** Returns a double as Go's `%g` prints it. */
export function doubleString(value: number): string {
  if (Object.is(value, -0)) return "-0";
  return Math.abs(value) === Infinity ? (value > 0 ? "+Inf" : "-Inf") : goFloat(value);
}
