import { sortedKeys } from "../util/compare-keys.js";
import { setOwn } from "../json/values.js";
import { readLength } from "./lengths.js";
import { MalformedProtobufError } from "./malformed-error.js";
import { readMessage, writeMessage, type Marshal, type Unmarshal } from "./messages.js";
import type { ProtobufReader } from "./protobuf-reader.js";
import type { ProtobufWriter } from "./protobuf-writer.js";
import { readProtobufString } from "./scalars.js";
import { readTag, skipValue } from "./tags.js";

const keyTag = 10;
const messageTag = 18;

/**
 * Writes a map field. As in Go, the entries are sorted by the UTF-8 bytes of their keys.
 * @param write writes the tag and the value of one entry
 */
export function writeMap<T>(
  writer: ProtobufWriter,
  tag: number,
  input: { readonly [key: string]: T } | undefined | null,
  write: (writer: ProtobufWriter, value: T) => void,
): void {
  if (input === undefined || input === null) return;
  for (const key of sortedKeys(input)) {
    writer.uint32(tag).fork().uint32(keyTag).string(key);
    write(writer, input[key] as T);
    writer.ldelim();
  }
}

/** Writes a map field whose values are messages. */
export function writeMessageMap<T>(
  writer: ProtobufWriter,
  tag: number,
  input: { readonly [key: string]: T } | undefined | null,
  marshal: Marshal<T>,
): void {
  writeMap(writer, tag, input, (entry, value) => {
    writeMessage(entry, messageTag, marshal, value);
  });
}

/**
 * Reads one entry of a map field, and adds it to `map`. An absent key is `""`. As in Go, the wire
 * types of key and value are not checked, other fields are skipped without checks, and a key or
 * value can extend beyond its entry.
 * @param limit end position of the message that contains the map
 * @param zero returns the value for an entry without a value
 */
export function readEntry<T>(
  reader: ProtobufReader,
  map: Record<string, T>,
  limit: number,
  read: (reader: ProtobufReader) => T,
  zero: () => T,
): void {
  const length = readLength(reader);
  const end = reader.pos + length;
  let key = "";
  let value: T | undefined;
  while (reader.pos < end) {
    const tag = readTag(reader);
    const number = Math.floor(tag / 8);
    if (number === 1) key = readProtobufString(reader);
    else if (number === 2) value = read(reader);
    else {
      skipValue(reader, tag & 7);
      if (reader.pos > end) throw new MalformedProtobufError("unexpected EOF");
    }
  }
  if (reader.pos > limit) throw new MalformedProtobufError("unexpected EOF");
  reader.pos = end;
  setOwn(map, key, value ?? zero());
}

/** Reads one entry of a map field whose values are messages, as `readEntry` does. */
export function readMessageEntry<T>(
  reader: ProtobufReader,
  map: Record<string, T>,
  limit: number,
  unmarshal: Unmarshal<T>,
): void {
  readEntry(
    reader,
    map,
    limit,
    () => readMessage(reader, unmarshal),
    () => unmarshal(reader, reader.pos),
  );
}
