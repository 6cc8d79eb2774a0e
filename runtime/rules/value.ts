import { shapeOf, type FieldShape, type ValueShape } from "../schema/schema.js";

/** Kind of a value, as rules of validation distinguish it. */
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

/** A value in an object, list or map, and what unset means for it. */
export interface RuleValue {
  readonly shape: ValueShape;
  readonly kind: RuleValueKind;
  /** The property has a `?`, or is nullable. */
  readonly optional: boolean;
  /** Only an absent value is unset; a zero is set. */
  readonly pointer: boolean;
  /** Null is read as an absent value. */
  readonly nullable?: true;
  /** A zero is unset, too: the property is a union of literals with `+omitzero`. */
  readonly isZeroUnset?: true;
}

/** Returns the schema of a value without aliases. */
export function resolved(shape: ValueShape): ValueShape {
  let under = shape;
  for (let value = aliased(under); value !== undefined; value = aliased(under)) under = value;
  return under;
}

function aliased(shape: ValueShape): ValueShape | undefined {
  return shape.type === "ref" ? shapeOf(shape.to()).value : undefined;
}

/** Kinds of values that are not integers, by their type. Times and quantities are structs in Go. */
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

/** Returns the kind of the values of a type. */
export function kindOfType(type: ValueShape["type"]): RuleValueKind {
  return kinds[type] ?? "int";
}

/** Returns the kind of a value. */
export function valueKindOf(shape: ValueShape): RuleValueKind {
  const { type } = resolved(shape);
  return isLiteral(shape) && type !== "string" && type !== "boolean" ? "int" : kindOfType(type);
}

/** Reports whether a kind is a string, number, boolean or bytes. */
export function isPrimitive(kind: RuleValueKind): boolean {
  return kind === "string" || kind === "bool" || kind === "int" || kind === "float" || kind === "bytes";
}

/** Reports whether a value is a member of a union of literals. */
export function isLiteral(shape: ValueShape): boolean {
  return literalsOf(resolved(shape)).length > 0;
}

/** Returns the members of a union of literals; an empty list for another value. */
export function literalsOf(shape: ValueShape): readonly (string | number | boolean)[] {
  return "enum" in shape ? (shape.enum ?? []) : [];
}

/** Returns a value that is never absent: a list item, a map key, or a value of a declared type. */
export function presentRuleValue(shape: ValueShape): RuleValue {
  return { shape, kind: valueKindOf(shape), optional: false, pointer: false };
}

/** Returns the value of a property. With `+omitzero`, an absent value is the same as a zero. */
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
