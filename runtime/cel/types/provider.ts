import * as types from "./type.js";
import type { ExpressionType } from "./type.js";

/** The types of the fields of object types, by type name and field name. */
export type Structs = ReadonlyMap<string, ReadonlyMap<string, ExpressionType>>;

/** The types that have names, and their fields. */
export interface TypeProvider {
  /**
   * Returns the type of a name that is used as a value: the name of a type or of a constant;
   * undefined for any other name.
   */
  readonly value: (name: string) => ExpressionType | undefined;
  /**
   * Returns the type with the name of an object type or a message; undefined for any other name.
   */
  readonly struct: (name: string) => ExpressionType | undefined;
  readonly field: (struct: string, field: string) => ExpressionType | undefined;
}

const named: readonly (readonly [name: string, type: ExpressionType])[] = [
  ...[types.boolType, types.bytesType, types.doubleType, types.intType, types.listOfType(types.dyn)],
  ...[types.mapOfTypes(types.dyn, types.dyn), types.nullType, types.stringType, types.metaType, types.uintType],
  ...[types.durationType, types.timestampType, types.struct("google.protobuf.Empty")],
].map((type) => [type.name, type] as const);

type Message = readonly [type: ExpressionType, fields: Readonly<Record<string, string>>];

/**
 * The protobuf messages that CEL supports: their types, and the types of their fields. The first
 * message of a type is the one that a literal of the type creates.
 */
const messages: ReadonlyMap<string, Message> = new Map<string, Message>([
  ["google.protobuf.Any", [types.anyType, { type_url: "string", value: "bytes" }]],
  ["google.protobuf.BoolValue", [types.nullable(types.boolType), { value: "bool" }]],
  ["google.protobuf.BytesValue", [types.nullable(types.bytesType), { value: "bytes" }]],
  ["google.protobuf.DoubleValue", [types.nullable(types.doubleType), { value: "double" }]],
  ["google.protobuf.Duration", [types.durationType, { nanos: "int", seconds: "int" }]],
  ["google.protobuf.Empty", [types.struct("google.protobuf.Empty"), {}]],
  ["google.protobuf.FloatValue", [types.nullable(types.doubleType), { value: "double" }]],
  ["google.protobuf.Int64Value", [types.nullable(types.intType), { value: "int" }]],
  ["google.protobuf.Int32Value", [types.nullable(types.intType), { value: "int" }]],
  ["google.protobuf.ListValue", [types.listOfType(types.dyn), { values: "list(dyn)" }]],
  ["google.protobuf.StringValue", [types.nullable(types.stringType), { value: "string" }]],
  ["google.protobuf.Struct", [types.mapOfTypes(types.stringType, types.dyn), { fields: "map(string, dyn)" }]],
  ["google.protobuf.Timestamp", [types.timestampType, { nanos: "int", seconds: "int" }]],
  ["google.protobuf.UInt64Value", [types.nullable(types.uintType), { value: "uint" }]],
  ["google.protobuf.UInt32Value", [types.nullable(types.uintType), { value: "uint" }]],
  [
    "google.protobuf.Value",
    [
      types.dyn,
      {
        bool_value: "bool",
        list_value: "list(dyn)",
        null_value: "int",
        number_value: "double",
        string_value: "string",
        struct_value: "map(string, dyn)",
      },
    ],
  ],
]);

/**
 * Returns the name of the message that a literal of a type creates; undefined if the type has no
 * literals.
 */
export function messageName(type: ExpressionType): string | undefined {
  if (type.kind === "struct") return type.name;
  if (type.kind === "null") return "google.protobuf.NullValue";
  const isCreated = ([message]: Message): boolean =>
    types.isSameType(message, type) && message.isNullable === type.isNullable;
  return Array.from(messages).find(([, message]) => isCreated(message))?.[0];
}

const nullConstant = "google.protobuf.NullValue.NULL_VALUE";

/** Types by the names that declarations of variables use without parameters, such as `list`. */
const declared: ReadonlyMap<string, ExpressionType> = new Map([
  ...named.filter(([name]) => !name.includes(".") && name !== "type"),
  ["duration", types.durationType],
  ["timestamp", types.timestampType],
  ["list", types.listOfType(types.anyType)],
  ["map", types.mapOfTypes(types.anyType, types.anyType)],
]);

/** The part of a CEL environment that determines types. */
interface Language {
  readonly types: readonly ExpressionType[];
  has(feature: "reserved-fields"): boolean;
}

/**
 * Returns the types of a language and the given object types.
 *
 * @param haveNames true if expressions can use the names of the object types; the object types of a
 * schema have no names
 */
export function typeProvider(environment: Language, structs?: Structs, haveNames = false): TypeProvider {
  const values = new Map<string, ExpressionType>([
    ...named,
    ...environment.types.map((type) => [type.name, type] as const),
  ]);
  const standard = (name: string): ExpressionType | undefined =>
    (structs && declared.get(name)) ?? messages.get(name)?.[0];
  return {
    struct: (name) => (structs?.has(name) === true ? types.struct(name) : standard(name)),
    value(name) {
      const named = haveNames && structs?.has(name) === true ? types.struct(name) : undefined;
      const type = named ?? values.get(name) ?? standard(name);
      if (type !== undefined) return types.typeOfType(type);
      return name === nullConstant ? types.intType : undefined;
    },
    field(name, field) {
      const fields = structs?.get(name);
      if (fields !== undefined) return fieldOf(fields, field, environment.has("reserved-fields"));
      const type = structs && declared.get(name);
      if (type !== undefined) return type.kind === "map" ? type.parameters[1] : undefined;
      const text = messages.get(name)?.[1];
      return text !== undefined && Object.hasOwn(text, field) ? types.parseType(text[field] ?? "dyn") : undefined;
    },
  };
}

/**
 * Returns the type of a field; undefined for an unknown field. If the field's name is a reserved
 * word, expressions can use the word between double underscores, and also the word itself if
 * `mayBeReserved` is true.
 */
function fieldOf(
  fields: ReadonlyMap<string, ExpressionType>,
  name: string,
  mayBeReserved: boolean,
): ExpressionType | undefined {
  return fields.get(name) ?? (mayBeReserved && isReserved(name) ? fields.get(`__${name}__`) : undefined);
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Reports whether a name is a reserved word. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}
