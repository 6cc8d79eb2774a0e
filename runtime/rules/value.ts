import { resolved } from "../schema/resolve-shape.js";
import type { FieldShape, ValueShape } from "../schema/schema.js";

/** Kind of a value, as validation rules distinguish it. */
export type RuleValueKind =
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

/** Type of a value, and the facts that decide whether the value counts as unset. */
export interface RuleValue {
  readonly shape: ValueShape;
  readonly kind: RuleValueKind;
  /** True if the value is a property that is declared with `?` or is nullable. */
  readonly optional: boolean;
  /** True if only an absent value counts as unset. Otherwise, a zero also counts as unset. */
  readonly pointer: boolean;
  /** True if null counts as an absent value. */
  readonly nullable?: true;
  /**
   * True if a zero also counts as unset although `pointer` is true. This is the case for an
   * optional property with `+omitzero` whose type is a union of literals.
   */
  readonly isZeroUnset?: true;
}

/**
 * Kind of values, by type. All types that are not listed are integers. Times and quantities are
 * structs in Go.
 */
const kinds: Readonly<Partial<Record<ValueShape["type"], RuleValueKind>>> = {
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
  list: "list",
  map: "map",
  tuple: "tuple",
  ref: "struct",
  embedded: "struct",
};

/** Returns the kind of values of a type. */
export function kindOfType(type: ValueShape["type"]): RuleValueKind {
  return kinds[type] ?? "int";
}

/** Returns the kind of a value. An alias has the kind of its type. */
export function valueKindOf(shape: ValueShape): RuleValueKind {
  const { type } = resolved(shape);
  return isLiteral(shape) && type !== "string" && type !== "boolean" ? "int" : kindOfType(type);
}

/** Reports whether a kind is a string, boolean, integer, floating-point number or bytes. */
export function isPrimitive(kind: RuleValueKind): boolean {
  return kind === "string" || kind === "bool" || kind === "int" || kind === "float" || kind === "bytes";
}

/** Reports whether the type of a value is a union of literals. */
export function isLiteral(shape: ValueShape): boolean {
  return literalsOf(resolved(shape)).length > 0;
}

/** Returns the members of a union of literals. Returns an empty list for another type. */
export function literalsOf(shape: ValueShape): readonly (string | number | boolean)[] {
  return "enum" in shape ? (shape.enum ?? []) : [];
}

/**
 * Returns the `RuleValue` of a value that is never absent: a list item, a map key, or a value of a
 * declared type.
 */
export function presentRuleValue(shape: ValueShape): RuleValue {
  return { shape, kind: valueKindOf(shape), optional: false, pointer: false };
}

/**
 * Returns the `RuleValue` of a property. With `+omitzero`, the zero of an optional scalar counts as
 * unset.
 */
export function fieldValue(field: FieldShape): RuleValue {
  const kind = valueKindOf(field);
  if (field.nullable === true) return { shape: field, kind, optional: true, pointer: true, nullable: true };
  const optional = field.optional === true;
  const isEmptied = kind === "list" || kind === "map" || kind === "bytes";
  const isZeroed = isPrimitive(kind) && field.omitZero === true;
  if (optional && isZeroed && isLiteral(field))
    return { shape: field, kind, optional, pointer: true, isZeroUnset: true };
  return { shape: field, kind, optional, pointer: optional && !isEmptied && !isZeroed };
}
