import type { Environment } from "../environment.js";
import * as types from "./type.js";
import { typeOfText } from "./signature.js";
import type { Type } from "./type.js";

/** The fields of the structs of a schema, by the name of the struct. */
export type Structs = ReadonlyMap<string, ReadonlyMap<string, Type>>;

/** The types with names, and their fields. */
export interface TypeProvider {
  /** Returns the type of a name that is a value: that of a type, or of a constant. */
  readonly value: (name: string) => Type | undefined;
  /** Returns the type of the values of a struct or a message. */
  readonly struct: (name: string) => Type | undefined;
  readonly field: (struct: string, field: string) => Type | undefined;
}

const named: readonly (readonly [name: string, type: Type])[] = [
  ["bool", types.bool],
  ["bytes", types.bytes],
  ["double", types.double],
  ["int", types.int],
  ["list", types.list(types.dyn)],
  ["map", types.map(types.dyn, types.dyn)],
  ["null_type", types.nullType],
  ["string", types.string],
  ["type", types.metaType],
  ["uint", types.uint],
  ["google.protobuf.Duration", types.duration],
  ["google.protobuf.Timestamp", types.timestamp],
  ["google.protobuf.Empty", types.struct("google.protobuf.Empty")],
];

/** The messages of protobuf that CEL knows: their types, and the types of their fields. */
const messages: ReadonlyMap<string, readonly [type: Type, fields: Readonly<Record<string, string>>]> = new Map([
  ["google.protobuf.Any", [types.any, { type_url: "string", value: "bytes" }]],
  ["google.protobuf.BoolValue", [types.nullable(types.bool), { value: "bool" }]],
  ["google.protobuf.BytesValue", [types.nullable(types.bytes), { value: "bytes" }]],
  ["google.protobuf.DoubleValue", [types.nullable(types.double), { value: "double" }]],
  ["google.protobuf.Duration", [types.duration, { nanos: "int", seconds: "int" }]],
  ["google.protobuf.Empty", [types.struct("google.protobuf.Empty"), {}]],
  ["google.protobuf.FloatValue", [types.nullable(types.double), { value: "double" }]],
  ["google.protobuf.Int32Value", [types.nullable(types.int), { value: "int" }]],
  ["google.protobuf.Int64Value", [types.nullable(types.int), { value: "int" }]],
  ["google.protobuf.ListValue", [types.list(types.dyn), { values: "list(dyn)" }]],
  ["google.protobuf.StringValue", [types.nullable(types.string), { value: "string" }]],
  ["google.protobuf.Struct", [types.map(types.string, types.dyn), { fields: "map(string, dyn)" }]],
  ["google.protobuf.Timestamp", [types.timestamp, { nanos: "int", seconds: "int" }]],
  ["google.protobuf.UInt32Value", [types.nullable(types.uint), { value: "uint" }]],
  ["google.protobuf.UInt64Value", [types.nullable(types.uint), { value: "uint" }]],
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

const messageNames: Readonly<Partial<Record<Type["kind"], string>>> = {
  any: "google.protobuf.Any",
  bool: "google.protobuf.BoolValue",
  bytes: "google.protobuf.BytesValue",
  double: "google.protobuf.DoubleValue",
  duration: "google.protobuf.Duration",
  dyn: "google.protobuf.Value",
  int: "google.protobuf.Int64Value",
  list: "google.protobuf.ListValue",
  map: "google.protobuf.Struct",
  null: "google.protobuf.NullValue",
  string: "google.protobuf.StringValue",
  timestamp: "google.protobuf.Timestamp",
  uint: "google.protobuf.UInt64Value",
};

/** Returns the name of the message that a literal of a type makes; undefined if it makes none. */
export function messageName(type: Type): string | undefined {
  if (type.kind === "struct") return type.name;
  const [first, second] = type.parameters;
  const isMessage =
    ["any", "timestamp", "duration", "dyn", "null"].includes(type.kind) ||
    type.isNullable === true ||
    (type.kind === "list" && first?.kind === "dyn") ||
    (type.kind === "map" && first?.kind === "string" && second?.kind === "dyn");
  return isMessage ? messageNames[type.kind] : undefined;
}

const nullConstant = "google.protobuf.NullValue.NULL_VALUE";

/** The simple types that schemas declare as structs, too. */
const declared: ReadonlyMap<string, Type> = new Map([
  ...named.filter(([name]) => !name.includes(".") && name !== "type"),
  ["duration", types.duration],
  ["timestamp", types.timestamp],
  ["list", types.list(types.any)],
  ["map", types.map(types.any, types.any)],
]);

/**
 * Returns the types of a language, and structs.
 *
 * @param haveNames expressions can use the names of the structs; those of a schema have none
 */
export function typeProvider(environment: Environment, structs?: Structs, haveNames = false): TypeProvider {
  const values = new Map<string, Type>([...named, ...environment.types.map((type) => [type.name, type] as const)]);
  const standard = (name: string): Type | undefined => (structs && declared.get(name)) ?? messages.get(name)?.[0];
  return {
    struct: (name) => (structs?.has(name) === true ? types.struct(name) : standard(name)),
    value(name) {
      const named = haveNames && structs?.has(name) === true ? types.struct(name) : undefined;
      const type = named ?? values.get(name) ?? standard(name);
      if (type !== undefined) return types.typeOf(type);
      return name === nullConstant ? types.int : undefined;
    },
    field(name, field) {
      const fields = structs?.get(name);
      if (fields !== undefined) return fieldOf(fields, field, environment.has("reserved-fields"));
      const type = structs && declared.get(name);
      if (type !== undefined) return type.kind === "map" ? type.parameters[1] : undefined;
      const text = messages.get(name)?.[1];
      return text !== undefined && Object.hasOwn(text, field) ? typeOfText(text[field] ?? "dyn") : undefined;
    },
  };
}

/**
 * A field whose name is a reserved word has underscores around it, and the word itself is its name,
 * too.
 */
function fieldOf(fields: ReadonlyMap<string, Type>, name: string, mayBeReserved: boolean): Type | undefined {
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
