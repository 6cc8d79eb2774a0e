import { MalformedProtobufError } from "../wire/malformed-error.js";
import { readMessage } from "../wire/messages.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";
import { readProtobufString } from "../wire/scalars.js";
import { readTag, skipField } from "../wire/tags.js";
import { newReader } from "./library.js";
import { malformedUnless } from "./malformed-unless.js";
import { MessageWriter } from "./message-writer.js";

/** A watch event whose object is encoded. */
export interface EncodedEvent {
  readonly type: string;
  /** Encoded object with its envelope. */
  readonly object: Uint8Array;
}

/**
 * Encodes a watch event as protobuf without an envelope, as Go does (metav1.WatchEvent).
 * @param object encoded object with its envelope
 */
export function encodeWatchEvent(type: string, object: Uint8Array): Uint8Array {
  return new MessageWriter().uint32(10).string(type).uint32(18).fork().uint32(10).bytes(object).ldelim().finish();
}

/**
 * Decodes a watch event. Its object shares its memory with `data`.
 * @throws MalformedProtobufError for bytes that are not a watch event
 */
export function decodeWatchEvent(data: Uint8Array): EncodedEvent {
  return malformedUnless(() => {
    const reader = newReader(data);
    let event: EncodedEvent = { type: "", object: new Uint8Array() };
    while (reader.pos < reader.len) {
      const tag = readTag(reader);
      if (tag === 10) event = { ...event, type: readProtobufString(reader) };
      else if (tag === 18) event = { ...event, object: readMessage(reader, readRaw) };
      else skipField(reader, tag, eventFields);
    }
    if (reader.pos !== reader.len) throw new MalformedProtobufError("unexpected EOF");
    return event;
  });
}

const eventFields: Readonly<Record<number, string>> = { 1: "type", 2: "object" };
const rawFields: Readonly<Record<number, string>> = { 1: "raw" };

/** Reads the bytes in a RawExtension. */
function readRaw(reader: ProtobufReader, end: number): Uint8Array {
  let raw: Uint8Array = new Uint8Array();
  while (reader.pos < end) {
    const tag = readTag(reader);
    if (tag === 10) raw = reader.bytes();
    else skipField(reader, tag, rawFields);
  }
  return raw;
}
