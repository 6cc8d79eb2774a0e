import { createRequire } from "node:module";
import type protobufjs from "protobufjs/light.js";

/** Matches the declaration of a message type in a .proto file: its name and its fields. */
const messageType = /message (\w+) \{([^}]*)\}/g;

/** Matches the declaration of a field in a .proto file. */
const fieldOf = /(repeated )?(\w+) (\w+) = (\d+);/g;

/**
 * Creates message types from their declarations, as in a .proto file. Only message types and fields
 * are supported. Declare an enum as `int32`, and each field of a `oneof` as a field of its own:
 * both have the same encoding.
 */
export function protoTypes(declarations: string): protobufjs.Root {
  // The library is loaded at its first use, because loading it would take a tenth of the server's
  // start.
  const protobuf = createRequire(import.meta.url)("protobufjs/light.js") as typeof protobufjs;
  const root = new protobuf.Root();
  for (const [, typeName = "", fields = ""] of declarations.matchAll(messageType)) {
    const type = new protobuf.Type(typeName);
    for (const [, repeated, kind = "", name = "", id] of fields.matchAll(fieldOf))
      type.add(new protobuf.Field(name, Number(id), kind, repeated === undefined ? undefined : "repeated"));
    root.add(type);
  }
  return root;
}
