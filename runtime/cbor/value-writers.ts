import { countUTF8Bytes } from "../util/text-length.js";
import { compareByCodePoints } from "../util/compare-keys.js";
import { oncePer } from "../util/once-per.js";
import { selectedMember } from "../schema/resolve-shape.js";
import { decodeBytes } from "../values/bytes.js";
import { shapeOf, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { isObject } from "../json/values.js";
import type { CBORWriter } from "./cbor-writer.js";
import { major } from "./head-reader.js";

/** Tag for a byte string that is base64 in JSON (RFC 8949, section 3.4.5.2). */
const base64Tag = 22;

/** Writer of a document, and the order of its map keys. */
export interface CBOROutput {
  readonly writer: CBORWriter;
  /**
   * True if keys are sorted as by Go's encoder; false if they keep the order of the object's
   * properties.
   */
  readonly isSorted: boolean;
}

/**
 * Function that writes a value of a type. A value that does not fit the type is written as a value
 * without a type.
 */
export type ValueWriter = (output: CBOROutput, value: unknown) => void;

/** An item that is already encoded, such as an object in a watch event. */
export class EncodedItem {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Encoding of a declared property. */
interface Property {
  readonly write: ValueWriter;
  /** True if the property is left out for an empty string, as for an optional time. */
  readonly omitsEmpty: boolean;
}

/** Returns the function that writes values of a type. The result is cached. */
export const writerOf: (schema: TypeSchema) => ValueWriter = oncePer((schema) => ofType(shapeOf(schema)));

/**
 * Writes a value without a type. Numbers without a fraction between -2^63 and 2^63 are written as
 * integers. Undefined properties are left out.
 */
export const writeAny: ValueWriter = (output, value) => {
  const { writer } = output;
  switch (typeof value) {
    case "string":
      writer.text(value);
      return;
    case "number":
      writer.number(value);
      return;
    case "bigint":
      writer.bigint(value);
      return;
    case "object":
      if (value === null) writer.constant(null);
      else if (Array.isArray(value)) writeList(output, value, writeAny);
      else if (value instanceof EncodedItem) writer.raw(value.bytes);
      else writeMap(output, value as Fields, writeAny);
      return;
    case "boolean":
      writer.constant(value);
      return;
    default:
      writer.constant(null);
  }
};

type Fields = Readonly<Record<string, unknown>>;

function writeList(output: CBOROutput, list: readonly unknown[], write: ValueWriter): void {
  output.writer.head(major.list, list.length);
  for (const item of list) write(output, item);
}

function writeMap(output: CBOROutput, map: Fields, write: ValueWriter): void {
  const keys = keysOf(map, output.isSorted);
  output.writer.head(major.map, keys.length);
  for (const key of keys) {
    output.writer.text(key);
    write(output, map[key]);
  }
}

/**
 * Returns the keys of the properties that are not undefined, in the order in which they are
 * written.
 */
function keysOf(map: Fields, isSorted: boolean): string[] {
  const isWritten = (key: string) => map[key] !== undefined;
  const keys = Object.keys(map);
  return orderedKeys(keys.every(isWritten) ? keys : keys.filter(isWritten), isSorted);
}

/**
 * Sorts keys by their length in bytes and then by their bytes, as Go's encoder does. Returns the
 * keys unchanged if `isSorted` is false.
 */
function orderedKeys(keys: string[], isSorted: boolean): string[] {
  return isSorted ? keys.sort(compareUTF8) : keys;
}

function compareUTF8(a: string, b: string): number {
  return countUTF8Bytes(a) - countUTF8Bytes(b) || compareByCodePoints(a, b);
}

function ofType(shape: SchemaShape): ValueWriter {
  if (shape.value !== undefined) return ofValue(shape.value);
  if (shape.discriminator !== undefined) return ofUnion(shape);
  return ofObject(shape.fields ?? {}, false);
}

function ofValue(shape: ValueShape): ValueWriter {
  switch (shape.type) {
    case "bytes":
      return writeBytes;
    case "float32":
    case "float64":
      return writeFloat;
    case "Time":
    case "MicroTime":
      return writeTime;
    case "list": {
      const item = ofValue(shape.items);
      return (output, value) => {
        if (Array.isArray(value)) writeList(output, value, item);
        else writeAny(output, value);
      };
    }
    case "tuple": {
      const items = shape.items.map(ofValue);
      return (output, value) => {
        if (!Array.isArray(value)) {
          writeAny(output, value);
          return;
        }
        output.writer.head(major.list, value.length);
        for (const [index, item] of value.entries()) (items[index] ?? writeAny)(output, item);
      };
    }
    case "map": {
      const values = ofValue(shape.values);
      return (output, value) => {
        if (isObject(value)) writeMap(output, value, values);
        else writeAny(output, value);
      };
    }
    case "ref":
      return deferred(() => ofReference(shape.to()));
    case "embedded":
      return deferred(() => writerOf(shape.to()));
    default:
      return writeAny;
  }
}

/**
 * Returns a writer that looks up another writer when it is first used, because types can refer to
 * themselves.
 */
function deferred(find: () => ValueWriter): ValueWriter {
  let writer: ValueWriter | undefined;
  return (output, value) => {
    (writer ??= find())(output, value);
  };
}

/** Cached writers for objects that are the value of a field and whose type has a kind. */
const nestedWriterOf = oncePer(({ fields = {} }: SchemaShape) => ofObject(fields, true));

/**
 * Returns the writer for the object in a field. If the type has a kind, the object is written
 * without its kind and apiVersion.
 */
function ofReference(schema: TypeSchema): ValueWriter {
  const shape = shapeOf(schema);
  if (shape.gvk === undefined || shape.fields === undefined) return writerOf(schema);
  return nestedWriterOf(shape);
}

function ofObject(fields: NonNullable<SchemaShape["fields"]>, isNested: boolean): ValueWriter {
  const properties = new Map(
    Object.entries(fields).map(([name, field]): [string, Property] => [
      name,
      {
        write: ofValue(field),
        omitsEmpty: field.optional === true && (field.type === "Time" || field.type === "MicroTime"),
      },
    ]),
  );
  return (output, value) => {
    if (isObject(value)) writeFields(output, value, properties, isNested);
    else writeAny(output, value);
  };
}

function writeFields(
  output: CBOROutput,
  value: Fields,
  properties: ReadonlyMap<string, Property>,
  isNested: boolean,
): void {
  const written = (key: string) => {
    const child = value[key];
    if (child === undefined || (isNested && (key === "kind" || key === "apiVersion"))) return false;
    return child !== "" || properties.get(key)?.omitsEmpty !== true;
  };
  let keys = Object.keys(value);
  if (!keys.every(written)) keys = keys.filter(written);
  output.writer.head(major.map, keys.length);
  for (const key of orderedKeys(keys, output.isSorted)) {
    output.writer.text(key);
    (properties.get(key)?.write ?? writeAny)(output, value[key]);
  }
}

function ofUnion(shape: SchemaShape): ValueWriter {
  return (output, value) => {
    const member = selectedMember(shape, value);
    (member === undefined ? writeAny : writerOf(member))(output, value);
  };
}

const writeBytes: ValueWriter = (output, value) => {
  if (typeof value !== "string") {
    writeAny(output, value);
    return;
  }
  output.writer.head(major.tag, base64Tag);
  output.writer.bytes(decodeBytes(value));
};

const writeFloat: ValueWriter = (output, value) => {
  if (typeof value === "number") output.writer.float(value);
  else writeAny(output, value);
};

/** Writes a time. The zero time, which is an empty string, is written as null. */
const writeTime: ValueWriter = (output, value) => {
  writeAny(output, value === "" ? null : value);
};
