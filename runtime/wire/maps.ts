import { setOwn } from "../values.js";
import { readMessage, writeMessage, type Marshal, type Unmarshal } from "./messages.js";
import type { ProtobufReader } from "./protobuf-reader.js";
import type { ProtobufWriter } from "./protobuf-writer.js";
import { readTag, skipField } from "./tags.js";

const keyTag = 10;
const messageTag = 18;
const entryFields: Readonly<Record<number, string>> = { 1: "key", 2: "value" };

/**
 * Writes a field that is a map. The entries are sorted by the bytes of their keys, as in Go.
 * @param write writes the tag and the value of an entry
 */
export function writeMap<T>(
  writer: ProtobufWriter,
  tag: number,
  input: { readonly [key: string]: T } | undefined,
  write: (writer: ProtobufWriter, value: T) => void,
): void {
  if (input === undefined) return;
  for (const key of sortedKeys(input)) {
    writer.uint32(tag).fork().uint32(keyTag).string(key);
    write(writer, input[key] as T);
    writer.ldelim();
  }
}

/** Writes a field that is a map of messages. */
export function writeMessageMap<T>(
  writer: ProtobufWriter,
  tag: number,
  input: { readonly [key: string]: T } | undefined,
  marshal: Marshal<T>,
): void {
  writeMap(writer, tag, input, (entry, value) => {
    writeMessage(entry, messageTag, marshal, value);
  });
}

/**
 * Reads an entry of a map and sets it in `map`. An absent key is `""`.
 * @param valueTag the tag of the entry's value
 * @param zero returns the value of an entry without value
 */
export function readEntry<T>(
  reader: ProtobufReader,
  map: Record<string, T>,
  valueTag: number,
  read: (reader: ProtobufReader) => T,
  zero: () => T,
): void {
  let key = "";
  let value: T | undefined;
  const unmarshal: Unmarshal<undefined> = (_, end) => {
    while (reader.pos < end) {
      const tag = readTag(reader);
      if (tag === keyTag) key = reader.string();
      else if (tag === valueTag) value = read(reader);
      else skipField(reader, tag, entryFields);
    }
    return undefined;
  };
  readMessage(reader, unmarshal);
  setOwn(map, key, value ?? zero());
}

/** Reads an entry of a map of messages, as `readEntry` does. */
export function readMessageEntry<T>(reader: ProtobufReader, map: Record<string, T>, unmarshal: Unmarshal<T>): void {
  readEntry(
    reader,
    map,
    messageTag,
    () => readMessage(reader, unmarshal),
    () => unmarshal(reader, reader.pos),
  );
}

/** UTF-8 orders code points, and JavaScript orders UTF-16; they differ only above U+D7FF. */
function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  if (keys.length < 2) return keys;
  return keys.some((key) => /[\ud800-\uffff]/.test(key)) ? keys.sort(compareCodePoints) : keys.sort();
}

function compareCodePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
