import { deepCopyJSON, getOwn, setOwn } from "../json/values.js";
import { readEntry, readMessageEntry, writeMap, writeMessageMap } from "../wire/maps.js";
import {
  readEmbedded,
  readMessage,
  writeMessage,
  writeMessages,
  zeroEmbedded,
  zeroMessage,
  type Marshal,
  type Unmarshal,
} from "../wire/messages.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";
import type { ProtobufWriter } from "../wire/protobuf-writer.js";
import { bytesFromBase64, readPacked } from "../wire/scalars.js";
import { readTag, skipField } from "../wire/tags.js";
import { unlessZero } from "../wire/zeros.js";
import { scalarReaders, type ProtobufScalar, type WireForm } from "./form.js";
import { isObjectMessage, type WireMessage, type WireMessageField } from "./message.js";
import { packedTagOf, tagOf } from "./tag.js";

type Values = Record<string, unknown>;
type List = unknown[];

/**
 * Returns the function that writes the fields of a message, without source text: it iterates over a
 * table of the fields.
 */
export function marshalByTable({ fields, discriminator }: WireMessage): Marshal<unknown> {
  const rows = fields.map((field) => ({ ...field, tag: tagOf(field.number, field.wire) }));
  return (writer, input) => {
    const member = discriminator === undefined ? undefined : getOwn(input as Values, discriminator);
    for (const row of rows) {
      const { place, label, wire, tag, presence } = row;
      if (place.kind === "member" && place.value !== member) continue;
      const value = place.kind === "property" ? getOwn(input as Values, place.name) : input;
      if (label !== "singular") writeMany(writer, row, value);
      else if (value !== undefined && !(value === null && presence === "present")) writeOne(writer, tag, wire, value);
      else if (presence !== "present")
        writeOne(writer, tag, wire, wire.kind === "message" && wire.isRaw === true ? undefined : (wire.zero ?? {}));
    }
  };
}

function writeOne(writer: ProtobufWriter, tag: number, wire: WireForm, value: unknown): void {
  if (wire.kind === "message") writeMessage(writer, tag, wire.codec.marshal, value);
  else writeScalar(writer.uint32(tag), wire.scalar, value);
}

function writeMany(
  writer: ProtobufWriter,
  { number, label, wire, tag }: WireMessageField & { readonly tag: number },
  value: unknown,
): void {
  if (label === "repeated") {
    if (wire.kind === "message") writeMessages(writer, tag, wire.codec.marshal, value as List | undefined);
    else for (const item of (value ?? []) as List) writeScalar(writer.uint32(tag), wire.scalar, item);
    return;
  }
  const mapTag = number * 8 + 2;
  if (wire.kind === "message") writeMessageMap(writer, mapTag, value as Values | undefined, wire.codec.marshal);
  else
    writeMap(writer, mapTag, value as Values | undefined, (entry, one) => {
      writeScalar(entry.uint32(tagOf(2, wire)), wire.scalar, one);
    });
}

function writeScalar(writer: ProtobufWriter, scalar: ProtobufScalar, value: unknown): void {
  if (scalar === "bytes") writer.bytes(bytesFromBase64(value as string));
  else (writer[scalar] as (value: unknown) => unknown).call(writer, value);
}

/** A field and one of the tags under which it can be encoded. */
interface Row extends WireMessageField {
  readonly isPacked: boolean;
}

/**
 * Returns the function that reads the fields of a message, without source text: it looks up each
 * tag in a table of the fields.
 */
export function unmarshalByTable(message: WireMessage): Unmarshal<unknown> {
  const { fields, names, zeros } = message;
  const rows = new Map<number, Row>(fields.flatMap(tagsOf));
  const isObject = isObjectMessage(message);
  const messages = zeros.flatMap(([name, zero]) => (zero.kind === "message" ? { name, ...zero } : []));
  return (reader, end, into) => {
    let output = into ?? blank(message);
    while (reader.pos < end) {
      const tag = readTag(reader);
      const row = rows.get(tag);
      if (row === undefined) skipField(reader, tag, names);
      else output = readField(reader, end, row, output);
    }
    for (const { name, codec, isEmbedded } of messages)
      if (getOwn(output as Values, name) === undefined)
        setOwn(
          output as Values,
          name,
          isEmbedded === true
            ? zeroEmbedded(reader, codec.unmarshal as Unmarshal<object>)
            : zeroMessage(reader, codec.unmarshal),
        );
    return into === undefined && isObject ? inOrder(message, output as Values) : output;
  };
}

/** Returns an object with its properties in the same order as in an object of the JSON decoder. */
function inOrder({ zeros, optional }: WireMessage, output: Values): Values {
  const ordered: Values = {};
  for (const [name] of zeros) setOwn(ordered, name, getOwn(output, name));
  for (const name of optional) if (Object.hasOwn(output, name)) setOwn(ordered, name, output[name]);
  return ordered;
}

function tagsOf(field: WireMessageField): (readonly [tag: number, row: Row])[] {
  const { number, label, wire } = field;
  if (label === "map") return [[number * 8 + 2, { ...field, isPacked: false }]];
  const packed = label === "repeated" ? packedTagOf(number, wire) : undefined;
  return [
    [tagOf(number, wire), { ...field, isPacked: false }],
    ...(packed === undefined ? [] : [[packed, { ...field, isPacked: true }] as const]),
  ];
}

function blank({ container, zeros }: WireMessage): unknown {
  if (container === "list") return [];
  const output: Values = {};
  for (const [name, zero] of zeros) setOwn(output, name, zero.kind === "json" ? deepCopyJSON(zero.value) : undefined);
  return output;
}

/**
 * Reads a field into the value of its message, and returns this value. For a union, returns the
 * member that was read.
 */
function readField(reader: ProtobufReader, end: number, row: Row, output: unknown): unknown {
  const { place, label, wire } = row;
  if (place.kind === "member") return readOne(reader, wire);
  if (label !== "singular") readMany(reader, end, row, output);
  else if (place.kind === "property") readProperty(reader, row, place.name, output as Values);
  else readOne(reader, wire, output);
  return output;
}

function readProperty(reader: ProtobufReader, { wire, presence }: Row, name: string, output: Values): void {
  const value = readOne(reader, wire, getOwn(output, name));
  if (presence !== "notZero") {
    setOwn(output, name, value);
    return;
  }
  const isZero = wire.kind === "scalar" ? !value : unlessZero(reader, wire.codec.unmarshal, value) === undefined;
  if (!isZero) setOwn(output, name, value);
  else if (getOwn(output, name) !== undefined) Reflect.deleteProperty(output, name);
}

function readMany(reader: ProtobufReader, end: number, { place, label, wire, isPacked }: Row, output: unknown): void {
  const many = place.kind === "property" ? manyOf(output as Values, place.name, label) : output;
  if (label === "map") readEntryOf(reader, end, wire, many as Values);
  else if (isPacked) readPacked(reader, many as List, () => readOne(reader, wire));
  else (many as List).push(readOne(reader, wire));
}

function readEntryOf(reader: ProtobufReader, end: number, wire: WireForm, map: Values): void {
  if (wire.kind === "message") readMessageEntry(reader, map, end, wire.codec.unmarshal);
  else
    readEntry(
      reader,
      map,
      end,
      () => readOne(reader, wire),
      () => wire.zero,
    );
}

function manyOf(output: Values, name: string, label: WireMessageField["label"]): unknown {
  const known = getOwn(output, name);
  if (known !== undefined) return known;
  const made = label === "map" ? {} : [];
  setOwn(output, name, made);
  return made;
}

function readOne(reader: ProtobufReader, wire: WireForm, into?: unknown): unknown {
  if (wire.kind === "scalar") return (scalarReaders[wire.scalar] ?? reader[wire.scalar]).call(reader, reader);
  if (wire.isEmbedded === true) return readEmbedded(reader, wire.codec.unmarshal as Unmarshal<object>);
  return readMessage(reader, wire.codec.unmarshal, into);
}
