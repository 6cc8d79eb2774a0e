import { findDeclaration } from "../../engine/print/type.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Field, Type, Universe } from "../../engine/model/universe.js";
import type { Marker } from "../../engine/markers/marker.js";

/** The kind of a type without its aliases, as Go's generator distinguishes them. */
export type NativeKind =
  | "string"
  | "bool"
  | "int"
  | "float"
  | "bytes"
  | "list"
  | "map"
  | "struct"
  | "interface"
  | "tuple";

/** Returns the kind of a type behind its aliases. */
export function nativeKind(universe: Universe, type: Type): NativeKind {
  const under = underlying(universe, type);
  switch (under.kind) {
    case "scalar":
      return scalarKinds[under.name] ?? "int";
    case "literals": {
      const kind = typeof under.values[0];
      return kind === "string" ? "string" : kind === "boolean" ? "bool" : "int";
    }
    case "list":
    case "map":
    case "tuple":
      return under.kind;
    case "embedded":
      return "struct";
    case "ref":
      return findDeclaration(universe, under.to)?.shape.kind === "alias" ? "interface" : "struct";
  }
}

/** Scalars that are no integers. Go's times, quantities and raw objects are structs. */
const scalarKinds: Readonly<Record<string, NativeKind | undefined>> = {
  string: "string",
  boolean: "bool",
  float32: "float",
  float64: "float",
  bytes: "bytes",
  Time: "struct",
  MicroTime: "struct",
  Duration: "struct",
  Quantity: "struct",
  IntOrString: "struct",
  RawExtension: "struct",
  FieldsV1: "struct",
  any: "interface",
};

/** Reports whether values of the kind are compared with `===`. */
export function isPrimitive(kind: NativeKind): boolean {
  return kind === "string" || kind === "bool" || kind === "int" || kind === "float" || kind === "bytes";
}

/** Reports whether values of a type are compared with `===`: texts, numbers, booleans. */
export function isComparable(universe: Universe, type: Type): boolean {
  const under = underlying(universe, type);
  return isPrimitive(nativeKind(universe, type)) || (under.kind === "scalar" && textScalars.has(under.name));
}

const textScalars: ReadonlySet<string> = new Set(["Time", "MicroTime", "Duration", "IntOrString"]);

/** A value of an object, list or map, and whether it can be absent. */
export interface Value {
  readonly type: Type;
  /** The property has a `?`: its value can be undefined. */
  readonly optional: boolean;
  /** Go has a pointer: an absent value is unset, and a zero is set. */
  readonly pointer: boolean;
  /** A zero of a pointer is unset too: a union of literals, which does not have the zero. */
  readonly isZeroUnset?: true;
}

/** Returns the value of an item, a key, or a declared type itself. */
export function present(type: Type): Value {
  return { type, optional: false, pointer: false };
}

/** Returns the value of a property. With `+omitzero`, an absent value is the same as a zero. */
export function valueOf(universe: Universe, { type, optional, markers }: Field): Value {
  const kind = nativeKind(universe, type);
  const isEmptied = kind === "list" || kind === "map" || kind === "bytes";
  const isZeroed = isPrimitive(kind) && markers.some(isOmitZero);
  if (optional && isZeroed && underlying(universe, type).kind === "literals")
    return { type, optional, pointer: true, isZeroUnset: true };
  return { type, optional, pointer: optional && !isEmptied && !isZeroed };
}

function isOmitZero({ name }: Marker): boolean {
  return name === "omitzero";
}

/** Returns the item type of a list, or the value type of a map, behind aliases. */
export function elementOf(universe: Universe, type: Type): Type | undefined {
  const under = underlying(universe, type);
  return under.kind === "list" ? under.element : under.kind === "map" ? under.value : undefined;
}

/** Returns the key type of a map: its named type, or any text. */
export function keyOf(universe: Universe, type: Type): Type | undefined {
  const under = underlying(universe, type);
  if (under.kind !== "map") return undefined;
  return under.key === undefined ? { kind: "scalar", name: "string" } : { kind: "ref", to: under.key };
}
