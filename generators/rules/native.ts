import { underlying, typeById } from "../../engine/model/lookup.js";
import type { Field, Type, Universe } from "../../engine/model/universe.js";
import type { Marker } from "../../engine/markers/marker.js";
import { isEqual } from "../../engine/util/equal.js";
import { isPrimitive, kindOfType, type RuleValueKind } from "../../runtime/rules/value.js";

/** Returns the kind of a type. For an alias, this is the kind of the type to which it refers. */
export function nativeKind(universe: Universe, type: Type): RuleValueKind {
  const under = underlying(universe, type);
  switch (under.kind) {
    case "scalar":
      return kindOfType(under.name);
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
      return typeById(universe, under.to)?.shape.kind === "alias" ? "interface" : "struct";
  }
}

/** Type of a value in an object, list or map, and facts about its absence. */
export interface NativeValue {
  readonly type: Type;
  /** True if the value can be undefined, because the property has a `?` or is nullable. */
  readonly optional: boolean;
  /**
   * True if the field is a pointer in Go, so that only an absent value is unset, and a zero value
   * is set.
   */
  readonly pointer: boolean;
  /**
   * True if the zero value counts as unset although `pointer` is true. This is the case for an
   * optional property with `+omitzero` whose type is a union of literals.
   */
  readonly isZeroUnset?: true;
}

/**
 * Describes a value that is never absent: a list item, a key or value of a map, or a value of a
 * declared type.
 */
export function presentValue(type: Type): NativeValue {
  return { type, optional: false, pointer: false };
}

/** Reports whether a value is an object without `?`, which is always set. */
export function isAlwaysSet(universe: Universe, { type, pointer }: NativeValue): boolean {
  return !pointer && nativeKind(universe, type) === "struct";
}

/**
 * Describes the values of a property: their type, and when a value counts as unset. The zero value
 * of a property with `?` counts as set, except for lists, maps and bytes, and for other simple
 * types with `+omitzero`.
 */
export function propertyValue(universe: Universe, { type, optional, nullable, markers }: Field): NativeValue {
  // As in the runtime, null is treated as absent.
  if (nullable === true) return { type, optional: true, pointer: true };
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

/**
 * Returns the item type of a list or tuple, or the value type of a map, also through aliases;
 * undefined for any other type. Returns the type `any` for a tuple whose elements have different
 * types.
 */
export function elementType(universe: Universe, type: Type): Type | undefined {
  const under = underlying(universe, type);
  switch (under.kind) {
    case "list":
      return under.element;
    case "map":
      return under.value;
    case "tuple": {
      const [first, ...others] = under.elements;
      return others.every((other) => isEqual(other, first)) ? first : { kind: "scalar", name: "any" };
    }
    default:
      return undefined;
  }
}

/** Reports whether the values of a type are lists or tuples. */
export function hasItems(universe: Universe, type: Type): boolean {
  const kind = nativeKind(universe, type);
  return kind === "list" || kind === "tuple";
}

/**
 * Returns the key type of a map: the declared key type, or else `string`. Returns undefined for any
 * other type.
 */
export function mapKeyType(universe: Universe, type: Type): Type | undefined {
  const under = underlying(universe, type);
  if (under.kind !== "map") return undefined;
  return under.key === undefined ? { kind: "scalar", name: "string" } : { kind: "ref", to: under.key };
}
