import type { ItemBudget } from "../wire/item-budget.js";
import { MalformedProtobufError } from "../wire/malformed-error.js";
import { readMessage, type Marshal } from "../wire/messages.js";
import { hasPrefix, prefix } from "../wire/prefix.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";
import { readProtobufString } from "../wire/scalars.js";
import { readTag, skipField } from "../wire/tags.js";
import { newReader } from "./library.js";
import { MessageWriter } from "./message-writer.js";
import { setVarint, sizeOfVarint } from "./varint.js";

/**
 * Content of an envelope (Go: runtime.Unknown): the kind and the encoded message (`raw`) of an
 * object.
 */
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

const noBytes: Uint8Array = new Uint8Array();

/** Last bytes of every envelope: the empty fields contentEncoding and contentType. */
const tail = Uint8Array.of(26, 0, 34, 0);

/** Writes envelopes of one kind. */
export class EnvelopeWriter {
  /** First bytes of every envelope of the kind, up to the length of the message. */
  readonly #head: Uint8Array;

  constructor(apiVersion: string, kind: string) {
    const head = new MessageWriter()
      .uint32(10)
      .fork()
      .uint32(10)
      .string(apiVersion)
      .uint32(18)
      .string(kind)
      .ldelim()
      .uint32(18);
    this.#head = Uint8Array.from([...prefix, ...head.finish()]);
  }

  /**
   * Encodes an object with its envelope: `k8s`, a zero byte, and runtime.Unknown. Message and
   * envelope are written into the same buffer, because allocating memory outside of V8's heap is
   * slow.
   */
  writeObject(marshal: Marshal<unknown>, object: unknown): Uint8Array {
    const writer = new MessageWriter();
    writer.raw(this.#head);
    marshal(writer.fork(), object);
    writer.ldelim().raw(tail);
    return writer.finish();
  }

  /**
   * Returns an encoded message with its envelope.
   * @param parts pieces of the message, which are concatenated
   */
  write(parts: readonly Uint8Array[]): Uint8Array {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const start = this.#head.length + sizeOfVarint(length);
    const data = new Uint8Array(start + length + tail.length);
    data.set(this.#head);
    setVarint(data, this.#head.length, length);
    let at = start;
    for (const part of parts) {
      data.set(part, at);
      at += part.length;
    }
    data.set(tail, at);
    return data;
  }

  /**
   * Returns the message in an envelope that this writer has written. The result shares its memory
   * with `data`.
   */
  messageIn(data: Uint8Array): Uint8Array {
    const rest = data.length - this.#head.length - tail.length;
    let size = 1;
    while (sizeOfVarint(rest - size) > size) size++;
    return data.subarray(this.#head.length + size, data.length - tail.length);
  }
}

/**
 * Returns the kind and the message in an envelope. `raw` shares its memory with `data`.
 * @throws Error for data that is not an envelope; `malformedUnless` converts it
 */
export function readEnvelope(data: Uint8Array, items: ItemBudget): Envelope {
  if (!hasPrefix(data))
    throw new MalformedProtobufError(`expected prefix [${prefix.join(" ")}]`, undefined, notProtobuf);
  const reader = newReader(data, items);
  reader.pos = prefix.length;
  let meta = { apiVersion: "", kind: "" };
  let raw = noBytes;
  while (reader.pos < reader.len) {
    const tag = readTag(reader);
    if (tag === 10) meta = readMessage(reader, readTypeMeta, meta);
    else if (tag === 18) raw = reader.bytes();
    else if (tag === 26 || tag === 34) reader.bytes();
    else skipField(reader, tag, unknownFields);
  }
  return { apiVersion: meta.apiVersion, kind: meta.kind, raw };
}

function readTypeMeta(
  reader: ProtobufReader,
  end: number,
  into = { apiVersion: "", kind: "" },
): { apiVersion: string; kind: string } {
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 10) into.apiVersion = readProtobufString(reader);
    else if (tag === 18) into.kind = readProtobufString(reader);
    else skipField(reader, tag, typeMetaFields);
  }
  return into;
}

/** Cached writers, by apiVersion and kind. */
const writers = new Map<string, EnvelopeWriter>();
/** Maximum number of cached writers. Programs usually use only a few kinds in a few versions. */
const maxWriters = 1000;

/** Returns the writer for envelopes of a kind. */
export function envelopeOf(apiVersion: string, kind: string): EnvelopeWriter {
  const key = `${apiVersion} ${kind}`;
  let writer = writers.get(key);
  if (writer !== undefined) return writer;
  writer = new EnvelopeWriter(apiVersion, kind);
  if (writers.size < maxWriters) writers.set(key, writer);
  return writer;
}
