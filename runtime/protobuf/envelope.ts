import type { ItemBudget } from "../wire/item-budget.js";
import { MalformedProtobufError } from "../wire/malformed-error.js";
import { readMessage } from "../wire/messages.js";
import { hasPrefix, prefix } from "../wire/prefix.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";
import { readTag, skipField } from "../wire/tags.js";
import { newReader, newWriter } from "./library.js";

/** An object in its envelope (Go: runtime.Unknown): its kind, and its message. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

const notProtobuf = "provided data does not appear to be a protobuf message, ";

const unknownFields: Readonly<Record<number, string>> = {
  1: "typeMeta",
  2: "raw",
  3: "contentEncoding",
  4: "contentType",
};
const typeMetaFields: Readonly<Record<number, string>> = { 1: "apiVersion", 2: "kind" };

/** Returns an object's message with its envelope: `k8s`, a zero byte, and runtime.Unknown. */
export function writeEnvelope({ apiVersion, kind, raw }: Envelope): Uint8Array {
  const unknown = newWriter()
    .uint32(10)
    .fork()
    .uint32(10)
    .string(apiVersion)
    .uint32(18)
    .string(kind)
    .ldelim()
    .uint32(18)
    .bytes(raw)
    .uint32(26)
    .string("")
    .uint32(34)
    .string("")
    .finish();
  const data = new Uint8Array(prefix.length + unknown.length);
  data.set(prefix);
  data.set(unknown, prefix.length);
  return data;
}

/**
 * Returns the kind and the message of an object in its envelope. `raw` shares its bytes with
 * `data`.
 * @throws MalformedProtobufError
 */
export function readEnvelope(data: Uint8Array, items: ItemBudget): Envelope {
  if (!hasPrefix(data))
    throw new MalformedProtobufError(`expected prefix [${prefix.join(" ")}]`, undefined, notProtobuf);
  const reader = newReader(data, items);
  reader.pos = prefix.length;
  let meta = { apiVersion: "", kind: "" };
  let raw = new Uint8Array() as Uint8Array;
  while (reader.pos < reader.len) {
    const tag = readTag(reader);
    if (tag === 10) meta = readMessage(reader, readTypeMeta, meta);
    else if (tag === 18) raw = reader.bytes();
    else if (tag === 26 || tag === 34) reader.bytes();
    else skipField(reader, tag, unknownFields);
  }
  return { ...meta, raw };
}

function readTypeMeta(
  reader: ProtobufReader,
  end: number,
  into = { apiVersion: "", kind: "" },
): { apiVersion: string; kind: string } {
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 10) into.apiVersion = reader.string();
    else if (tag === 18) into.kind = reader.string();
    else skipField(reader, tag, typeMetaFields);
  }
  return into;
}
