import { createRequire } from "node:module";
import type protobufjs from "protobufjs/light.js";

/**
 * Message types by name. Each field is `name:number:type`, with a `*` after the type of a repeated
 * field.
 */
export type MessageTexts = Readonly<Record<string, string>>;

/** Encodes a message of one type. */
export type Encode = (message: Message) => Uint8Array;

/** A message as plain data. */
export interface Message {
  readonly [field: string]: unknown;
}

/**
 * Creates the encoder of a message type.
 * @param of fields of the type and of all message types that it refers to
 */
export function encoderOf(root: string, of: MessageTexts): Encode {
  // Load the library late: it takes a tenth of the server's start, and few clients ask for this
  // form.
  const protobuf = createRequire(import.meta.url)("protobufjs/light.js") as typeof protobufjs;
  const namespace = new protobuf.Root();
  for (const [name, text] of Object.entries(of)) {
    const type = new protobuf.Type(name);
    for (const field of text.split(" ")) {
      const [fieldName = "", id = "", kind = ""] = field.split(":");
      const isRepeated = kind.endsWith("*");
      type.add(
        new protobuf.Field(
          fieldName,
          Number(id),
          isRepeated ? kind.slice(0, -1) : kind,
          isRepeated ? "repeated" : undefined,
        ),
      );
    }
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
