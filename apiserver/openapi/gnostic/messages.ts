import { protoTypes } from "../../util/proto-types.js";

/** The fields of a message, by name. As in protobufjs, a field that is undefined is absent. */
export interface PlainMessage {
  readonly [field: string]: unknown;
}

/**
 * Returns a function that encodes a message of the type Document as Protocol Buffers. Its first
 * call creates the message types.
 * @param types declarations of Document and of all types that it refers to, for `protoTypes`
 */
export function documentEncoder(types: string): (message: PlainMessage) => Uint8Array {
  let root: ReturnType<typeof protoTypes> | undefined;
  return (message) => {
    const type = (root ??= protoTypes(types)).lookupType("Document");
    return type.encode(type.fromObject(message)).finish();
  };
}

/**
 * Returns the declarations of message types with a name and a value.
 * @param types types of the values, by the name of the message type
 */
export function namedTypes(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map(([name, value]) => `message ${name} {\n  string name = 1;\n  ${value} value = 2;\n}\n`)
    .join("");
}

/** Fields of a Schema message for the constraints of a schema, in the order of their numbers. */
const constraints = [
  "double multipleOf",
  "double maximum",
  "bool exclusiveMaximum",
  "double minimum",
  "bool exclusiveMinimum",
  "int64 maxLength",
  "int64 minLength",
  "string pattern",
  "int64 maxItems",
  "int64 minItems",
  "bool uniqueItems",
  "int64 maxProperties",
  "int64 minProperties",
  "repeated string required",
  "repeated Any enum",
];

/** Returns the declarations of the fields for constraints. The first has the given number. */
export function constraintFields(first: number): string {
  return constraints.map((field, at) => `  ${field} = ${String(first + at)};`).join("\n");
}

/**
 * Returns an `Any` message for a value for which the message type has no field. The message
 * contains the value as JSON, and JSON is valid YAML.
 */
export function anyMessage(value: unknown): { readonly yaml: string } {
  return { yaml: `${JSON.stringify(value)}\n` };
}

/** Converts a record to a list of messages with name and value. */
export function namedMessages<T>(
  record: Readonly<Record<string, T>>,
  convert: (value: T) => PlainMessage,
): readonly PlainMessage[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: convert(value) }));
}

/** Returns the extensions: properties whose names begin with `x-`. */
export function extensions(of: object): readonly PlainMessage[] {
  const found = Object.entries(of as Record<string, unknown>).filter(([key]) => key.startsWith("x-"));
  return found.map(([name, value]) => ({ name, value: anyMessage(value) }));
}
