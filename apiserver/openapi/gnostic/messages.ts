import { createRequire } from "node:module";
import type protobufjs from "protobufjs/light.js";

/** Encodes a message of one type. */
export type Encode = (message: Message) => Uint8Array;

/** A message as plain data. */
export interface Message {
  readonly [field: string]: unknown;
}

/** Matches a message type in the language of Protocol Buffers: its name and its fields. */
const messageType = /message (\w+) \{([^}]*)\}/g;

/** Matches a field of a message type. */
const fieldOf = /(repeated )?(\w+) (\w+) = (\d+);/g;

/**
 * Creates the encoder of a message type.
 * @param types the message type and all types that it refers to, in the language of Protocol
 * Buffers, of which only fields are supported
 */
export function encoderOf(root: string, types: string): Encode {
  // Load the library late: it takes a tenth of the server's start, and few clients ask for this
  // form.
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
 * Returns a message for a value without a field of its own: its text in YAML, which includes JSON.
 */
export function any(value: unknown): { readonly yaml: string } {
  return { yaml: `${JSON.stringify(value)}\n` };
}

/** Converts a record to a list of named values. */
export function named<T>(record: Readonly<Record<string, T>>, convert: (value: T) => Message): readonly Message[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: convert(value) }));
}

/** Returns the properties that begin with `x-`. */
export function extensions(of: object): readonly Message[] {
  const found = Object.entries(of as Record<string, unknown>).filter(([key]) => key.startsWith("x-"));
  return found.map(([name, value]) => ({ name, value: any(value) }));
}
