import { readLength } from "./lengths.js";
import { MalformedProtobufError } from "./malformed-error.js";
import type { ProtobufReader } from "./protobuf-reader.js";
import type { ProtobufWriter } from "./protobuf-writer.js";

/**
 * Writes the fields of a message. Absent required properties are written as their zeros, or as
 * empty messages if their values are encoded as JSON.
 */
export type Marshal<T> = (writer: ProtobufWriter, input: T) => void;

/**
 * Reads the fields of a message up to the position `end`.
 * @param into value into which the fields are merged. Default: a new zero value
 */
export type Unmarshal<T> = (reader: ProtobufReader, end: number, into?: T) => T;

/** Writes a field that is a message: its tag, its length and its fields. */
export function writeMessage<T>(writer: ProtobufWriter, tag: number, marshal: Marshal<T>, input: T): void {
  writer.uint32(tag).fork();
  marshal(writer, input);
  writer.ldelim();
}

/** Writes a field that is a list of messages. */
export function writeMessages<T>(
  writer: ProtobufWriter,
  tag: number,
  marshal: Marshal<T>,
  inputs: readonly T[] | undefined | null,
): void {
  for (const input of inputs ?? []) writeMessage(writer, tag, marshal, input);
}

/** Maximum nesting depth of messages. The JavaScript call stack has space for this depth. */
const maxDepth = 1000;

/**
 * Reads the value of a field that is a message.
 * @throws MalformedProtobufError for a message of a wrong length, or that is nested too deeply
 */
export function readMessage<T>(reader: ProtobufReader, unmarshal: Unmarshal<T>, into?: T): T {
  const length = readLength(reader);
  const end = reader.pos + length;
  const depth = reader.depth ?? 0;
  if (depth >= maxDepth) throw new MalformedProtobufError("exceeded max depth");
  reader.depth = depth + 1;
  if (depth >= (reader.deepest ?? 0)) reader.deepest = depth + 1;
  const value = unmarshal(reader, end, into);
  reader.depth = depth;
  if (reader.pos !== end) throw new MalformedProtobufError("unexpected EOF");
  return value;
}

/** Returns the zero value of a message type, by reading a message without fields. */
export function zeroMessage<T>(reader: ProtobufReader, unmarshal: Unmarshal<T>): T {
  return unmarshal(reader, reader.pos);
}

type WithoutKind<T> = Omit<T, "apiVersion" | "kind">;

/**
 * Reads a nested object. The result has no apiVersion and kind, because only root objects have
 * them.
 */
export function readEmbedded<T extends object>(reader: ProtobufReader, unmarshal: Unmarshal<T>): WithoutKind<T> {
  return withoutKind(readMessage(reader, unmarshal));
}

/** Returns the zero value of a nested object, without apiVersion and kind. */
export function zeroEmbedded<T extends object>(reader: ProtobufReader, unmarshal: Unmarshal<T>): WithoutKind<T> {
  return withoutKind(zeroMessage(reader, unmarshal));
}

function withoutKind<T extends object>(value: T): WithoutKind<T> {
  const rest = { ...value } as Record<string, unknown>;
  delete rest["apiVersion"];
  delete rest["kind"];
  return rest as WithoutKind<T>;
}
