import { typeMetaConstant } from "../decode/type-meta.js";
import { shapeOf, type FieldShape, type SchemaShape, type TypeSchema } from "../schema/schema.js";
import { isInherited } from "../json/values.js";
import type { Codec } from "./codec.js";
import { formOf, requiredZero, type FieldForm, type RequiredZero } from "./form.js";

/** A message: its fields, and the properties of a value without fields. */
export interface WireMessage {
  readonly name: string;
  /** Fields by number, in ascending order. */
  readonly fields: readonly WireMessageField[];
  /** Names of the fields, for errors. */
  readonly names: Readonly<Record<number, string>>;
  /** The properties that every value has, in order. */
  readonly zeros: readonly (readonly [name: string, zero: RequiredZero])[];
  /** Names of the other properties of an object, in order. */
  readonly optional: readonly string[];
  /** `list` for an alias of a list. */
  readonly container: "object" | "list";
  /** The property that selects the field of a union. */
  readonly discriminator?: string;
  /** True if names of properties are also properties of `Object.prototype`. */
  readonly hasInheritedNames: boolean;
}

/** A field of a message. */
export interface WireMessageField extends FieldForm {
  readonly number: number;
  readonly place: ValueLocation;
  readonly presence: Presence;
}

/** The value of a field. */
export type ValueLocation =
  | { readonly kind: "property"; readonly name: string; readonly optional: boolean }
  /** The object itself, which has the properties of a base. */
  | { readonly kind: "base"; readonly names: readonly string[] }
  /** The object itself, if the discriminator of the union has this value. */
  | { readonly kind: "member"; readonly value: string }
  /** The list or map itself. */
  | { readonly kind: "items" };

/**
 * When a property that is not a list or map is written: `always`, also if it is zero; `notZero`:
 * always, and a zero that is read makes the property absent, as in JSON; `present`: if it has a
 * value.
 */
export type Presence = "always" | "notZero" | "present";

/**
 * Returns the message of a type.
 * @param codecOf returns the functions that write and read a type; they can be compiled later
 */
export function wireMessageOf(schema: TypeSchema, codecOf: (schema: TypeSchema) => Codec): WireMessage {
  const shape = shapeOf(schema);
  const named = namedFields(shape, codecOf).toSorted(([, a], [, b]) => a.number - b.number);
  const zeros = zerosOf(shape, codecOf);
  const required = new Set(zeros.map(([name]) => name));
  const optional = Object.keys(shape.fields ?? {}).filter((name) => !required.has(name));
  return {
    name: schema.name,
    fields: named.map(([, field]) => field),
    names: Object.fromEntries(named.map(([name, { number }]) => [number, name])),
    zeros,
    optional,
    container: shape.value?.type === "list" ? "list" : "object",
    ...(shape.discriminator === undefined ? {} : { discriminator: shape.discriminator }),
    hasInheritedNames: [...required, ...optional].some(isInherited),
  };
}

/**
 * Reports whether the fields of a message are properties of its value: it is not a list, map or
 * union.
 */
export function isObjectMessage({ fields, container, discriminator }: WireMessage): boolean {
  const isWhole = container === "list" || discriminator !== undefined;
  return !isWhole && fields.every(({ place }) => place.kind !== "items");
}

type NamedField = readonly [name: string, field: WireMessageField];

function namedFields(shape: SchemaShape, codecOf: (schema: TypeSchema) => Codec): readonly NamedField[] {
  const { value, number, members = {}, numbers = {}, bases = [], fields = {} } = shape;
  const whole = (of: TypeSchema, at: number, place: ValueLocation, name = baseFieldName(of)): NamedField => [
    name,
    { ...formOf({ type: "ref", to: () => of }, codecOf), number: at, place, presence: "always" },
  ];
  if (value !== undefined) {
    if (number === undefined) return [];
    return [["items", { ...formOf(value, codecOf), number, place: { kind: "items" }, presence: "always" }]];
  }
  if (shape.discriminator !== undefined)
    return Object.entries(numbers).flatMap(([value, at]) => {
      const to = members[value];
      return to === undefined ? [] : [whole(to(), at, { kind: "member", value })];
    });
  return [
    ...bases.flatMap(({ to, number: at, wireName }) =>
      at === undefined ? [] : [whole(to(), at, { kind: "base", names: namesOf(to()) }, wireName)],
    ),
    ...Object.entries(fields).flatMap(([name, field]): NamedField[] => {
      if (field.number === undefined) return [];
      const form = formOf(field, codecOf);
      const optional = field.optional === true || field.nullable === true;
      const place: ValueLocation = { kind: "property", name, optional };
      return [[field.wireName ?? name, { ...form, number: field.number, place, presence: presenceOf(field, form) }]];
    }),
  ];
}

function namesOf(schema: TypeSchema): readonly string[] {
  return Object.keys(shapeOf(schema).fields ?? {});
}

/** Returns the name of the field for a base or member: `volumeSource` for `v1.VolumeSource`. */
function baseFieldName({ name }: TypeSchema): string {
  const own = name.slice(name.lastIndexOf(".") + 1);
  return own.charAt(0).toLowerCase() + own.slice(1);
}

/**
 * Returns when a field is written. As in Go's JSON, a zero that is read makes a quantity, a number
 * or string, and a duration not absent.
 */
function presenceOf(field: FieldShape, { wire }: FieldForm): Presence {
  if (field.nullable === true) return "present";
  if (field.optional !== true) return "always";
  // In Go, absent bytes are nil, which is not written; empty bytes are a value.
  if (wire.kind === "scalar" && wire.scalar === "bytes") return "present";
  if (field.omitZero !== true) return "present";
  return wire.kind === "message" && (wire.zero === 0 || wire.zero === "0" || wire.zero === "0s") ? "always" : "notZero";
}

/** Returns the properties that every value has: also those of bases and those without protobuf. */
function zerosOf(shape: SchemaShape, codecOf: (schema: TypeSchema) => Codec): WireMessage["zeros"] {
  const { gvk, discriminator, fields = {} } = shape;
  if (discriminator !== undefined) return [[discriminator, { kind: "json", value: "" }]];
  return Object.entries(fields).flatMap(([name, field]: [string, FieldShape]): [string, RequiredZero][] => {
    if (field.optional === true) return [];
    if (field.nullable === true) return [[name, { kind: "json", value: null }]];
    const isTypeMeta = gvk !== undefined && (name === "kind" || name === "apiVersion");
    return [[name, isTypeMeta ? { kind: "json", value: typeMetaConstant(gvk, name) } : requiredZero(field, codecOf)]];
  });
}
