import { typeMetaConstant } from "../decode/type-meta.js";
import { shapeOf, type FieldShape, type SchemaShape, type TypeSchema } from "../schema/schema.js";
import { isInherited } from "../json/values.js";
import type { Codec } from "./codec.js";
import { formOf, requiredZero, type FieldForm, type RequiredZero } from "./form.js";

/**
 * Protobuf encoding of a type: the fields of its message, and the properties of a decoded object.
 */
export interface WireMessage {
  readonly name: string;
  /** Fields in ascending order of their numbers. */
  readonly fields: readonly WireMessageField[];
  /** Names of the fields by number, for error messages. */
  readonly names: Readonly<Record<number, string>>;
  /**
   * Names and zeros of the properties that every object must have, in the order of the properties.
   */
  readonly zeros: readonly (readonly [name: string, zero: RequiredZero])[];
  /** Names of the optional properties, in the order of the properties. */
  readonly optional: readonly string[];
  /** `list` for an alias of a list type, otherwise `object`. */
  readonly container: "object" | "list";
  /** For a union, the property whose value selects the field. */
  readonly discriminator?: string;
  /** True if a property has the name of a property of `Object.prototype`, such as `constructor`. */
  readonly hasInheritedNames: boolean;
}

/** A field of a protobuf message. */
export interface WireMessageField extends FieldForm {
  readonly number: number;
  readonly place: ValueLocation;
  readonly presence: Presence;
}

/** Location of the value that a field encodes. */
export type ValueLocation =
  | { readonly kind: "property"; readonly name: string; readonly optional: boolean }
  /** The object itself. The field contains the properties that the object inherits from a base. */
  | { readonly kind: "base"; readonly names: readonly string[] }
  /** The object itself. The field is used if the discriminator of the union has this value. */
  | { readonly kind: "member"; readonly value: string }
  /** The list or map itself, for an alias of a list or map type. */
  | { readonly kind: "items" };

/**
 * Decides when a singular field is written, and how a zero is read:
 * - `always`: the field is always written. An absent property is written as its zero, or as an
 *   empty message if its values are encoded as JSON.
 * - `notZero`: the field is written as with `always`. When a zero is read, the property becomes
 *   absent, as in JSON.
 * - `present`: the field is written only if the property is present and not null.
 */
export type Presence = "always" | "notZero" | "present";

/**
 * Returns the protobuf encoding of a type.
 * @param codecOf returns the codec of a type, whose functions can be compiled later
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
 * Reports whether the fields of a message are properties of an object. False for a list, a map and
 * a union.
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

/**
 * Returns the default name of the field for a base or member: `volumeSource` for `v1.VolumeSource`.
 */
function baseFieldName({ name }: TypeSchema): string {
  const own = name.slice(name.lastIndexOf(".") + 1);
  return own.charAt(0).toLowerCase() + own.slice(1);
}

/**
 * Returns the condition under which a field is written. As in Go's JSON decoding, a zero that is
 * read does not make a quantity, an IntOrString or a duration absent.
 */
function presenceOf(field: FieldShape, { wire }: FieldForm): Presence {
  if (field.nullable === true) return "present";
  if (field.optional !== true) return "always";
  // In Go, absent bytes are nil, which is not written, whereas empty bytes are written.
  if (wire.kind === "scalar" && wire.scalar === "bytes") return "present";
  if (field.omitZero !== true) return "present";
  return wire.kind === "message" && (wire.zero === 0 || wire.zero === "0" || wire.zero === "0s") ? "always" : "notZero";
}

/**
 * Returns the properties that every value of a type has. Includes properties of bases, and
 * properties without a protobuf field.
 */
function zerosOf(shape: SchemaShape, codecOf: (schema: TypeSchema) => Codec): WireMessage["zeros"] {
  const { gvk, discriminator, fields = {} } = shape;
  if (discriminator !== undefined) return [[discriminator, { kind: "json", value: "" }]];
  return Object.entries(fields).flatMap(([name, field]: [string, FieldShape]): [string, RequiredZero][] => {
    if (field.optional === true) return [];
    if (field.nullable === true) return [[name, { kind: "json", value: null }]];
    const constant = typeMetaConstant(gvk, name);
    return [[name, constant === undefined ? requiredZero(field, codecOf) : { kind: "json", value: constant }]];
  });
}
