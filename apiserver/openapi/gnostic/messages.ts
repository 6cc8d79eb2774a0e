import { createRequire } from "node:module";
import type protobufjs from "protobufjs/light.js";

/** Messages as text: `name:number:type`, a `*` behind the type where the field is repeated. */
export type MessageTexts = Readonly<Record<string, string>>;

/** Encodes messages of one root type. */
export type Encode = (message: Message) => Uint8Array;

/** A message as plain data. */
export interface Message {
  readonly [field: string]: unknown;
}

/** Makes the encoder of a message type. @param of its fields and those of the messages in it */
export function encoderOf(root: string, of: MessageTexts): Encode {
  // Only now: it is a tenth of the server's start, and few clients ask for this form.
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

/** A value that the message has no field for: its text in YAML, of which JSON is a part. */
export function any(value: unknown): { readonly yaml: string } {
  return { yaml: `${JSON.stringify(value)}\n` };
}

/** A record as a list of named values. */
export function named<T>(record: Readonly<Record<string, T>>, convert: (value: T) => Message): readonly Message[] {
  return Object.entries(record).map(([name, value]) => ({ name, value: convert(value) }));
}

/** What begins with `x-`. */
export function extensions(of: object): readonly Message[] {
  const found = Object.entries(of as Record<string, unknown>).filter(([key]) => key.startsWith("x-"));
  return found.map(([name, value]) => ({ name, value: any(value) }));
}
