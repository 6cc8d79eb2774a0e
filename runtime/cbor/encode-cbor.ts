import { kindOfObject, schemaInScheme } from "../codec/meta-schemas.js";
import type { TypeSchema } from "../schema/schema.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { CBORWriter } from "./cbor-writer.js";
import { selfDescribed } from "./self-described.js";
import { writeAny, writerOf, type CBOROutput, type ValueWriter } from "./value-writers.js";

const prefix = Uint8Array.from(selfDescribed);

/**
 * Encodes an object as self-described CBOR, in the object's version. The bytes are those of Go's
 * serializer. The object is not mutated.
 * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
 * @throws NotRegisteredError for a kind that neither the scheme nor meta/v1 has
 * @throws CBORError for NaN and infinity
 */
export function encodeCBOR(scheme: Scheme, obj: RuntimeObject): Uint8Array {
  return written(true, writerOf(schemaInScheme(scheme, kindOfObject(obj))), obj);
}

/**
 * Encodes a value as self-described CBOR. Map keys keep the order of the object's properties. This
 * is faster than sorting, and Go's servers do not guarantee an order either.
 * @param schema type of the value. Default: the value is encoded without a type
 * @throws CBORError for NaN and infinity
 */
export function encodeUnordered(value: unknown, schema?: TypeSchema): Uint8Array {
  return written(false, schema === undefined ? writeAny : writerOf(schema), value);
}

/**
 * Encodes a JSON value as self-described CBOR. The bytes are those of Go's serializer. Numbers
 * without a fraction between -2^63 and 2^63 are written as integers. Undefined properties are left
 * out.
 * @throws CBORError for NaN and infinity
 */
export function jsonToCBOR(value: unknown): Uint8Array {
  return written(true, writeAny, value);
}

function written(isSorted: boolean, write: ValueWriter, value: unknown): Uint8Array {
  const output: CBOROutput = { writer: new CBORWriter(), isSorted };
  output.writer.raw(prefix);
  write(output, value);
  return output.writer.finish();
}
