import { createRequire } from "node:module";
import type protobufjs from "protobufjs/light.js";

/** Encodes one message as Protocol Buffers. */
export type Encode = (message: Message) => Uint8Array;

/** The fields of a message, as plain data. */
export interface Message {
  readonly [field: string]: unknown;
}

/** Matches the declaration of a message type in a .proto file: its name and its fields. */
const messageType = /message (\w+) \{([^}]*)\}/g;

/** Matches the declaration of a field in a .proto file. */
const fieldOf = /(repeated )?(\w+) (\w+) = (\d+);/g;

/**
 * Creates the encoder of a message type.
 * @param types declarations of the message type and of all types that it refers to, as in a .proto
 * file; only message types and fields are supported
 */
export function encoderOf(root: string, types: string): Encode {
  // The library is loaded with the first request for this format, because few clients request it
  // and loading takes a tenth of the server's start.
  const protobuf = createRequire(import.meta.url)("protobufjs/light.js") as typeof protobufjs;
  const namespace = new protobuf.Root();
  for (const [, typeName = "", fields = ""] of types.matchAll(messageType)) {
    const type = new protobuf.Type(typeName);
    for (const [, repeated, kind = "", name = "", id] of fields.matchAll(fieldOf))
      type.add(new protobuf.Field(name, Number(id), kind, repeated === undefined ? undefined : "repeated"));
    namespace.add(type);
  }
  const type = namespace.lookupType(root);
  return (message) => type.encode(type.fromObject(message)).finish();
}

/**
 * Returns an `Any` message for a value for which the message type has no field. The message
 * contains the value as JSON, and JSON is valid YAML.
 */
export function any(value: unknown): { readonly yaml: string } {
  return { yaml: `${JSON.stringify(value)}\n` };
}

/** Converts a record to a list of messages with name and value. */
export function named<T>(record: Readonly<Record<string, T>>, convert: (value: T) => Message): readonly Message[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: convert(value) }));
}

/** Returns the extensions: properties whose names begin with `x-`. */
export function extensions(of: object): readonly Message[] {
  const found = Object.entries(of as Record<string, unknown>).filter(([key]) => key.startsWith("x-"));
  return found.map(([name, value]) => ({ name, value: any(value) }));
}
