import { kindOfObject, schemaInScheme } from "../codec/meta-schemas.js";
import type { TypeSchema } from "../schema/schema.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { CBORWriter } from "./cbor-writer.js";
import { selfDescribed } from "./self-described.js";
import { writeAny, writerOf, type CBOROutput, type ValueWriter } from "./value-writers.js";

const prefix = Uint8Array.from(selfDescribed);

/**
 * Returns an object in its own version as self-described CBOR: the bytes of Go's serializer for
 * the same object. Does not mutate the object.
 * @throws MissingKindError, MissingVersionError for an object without kind or apiVersion
 * @throws NotRegisteredError if the scheme does not have the object's kind
 * @throws CBORError for a number that JSON does not have
 */
export function encodeCBOR(scheme: Scheme, obj: RuntimeObject): Uint8Array {
  return written(true, writerOf(schemaInScheme(scheme, kindOfObject(obj))), obj);
}

/**
 * Returns a value as self-described CBOR. The keys of its maps have the order of the object's
 * properties, which is faster, and which Go's servers do not guarantee either.
 * @param schema type of the value. Default: a value without a type
 * @throws CBORError for a number that JSON does not have
 */
export function encodeUnordered(value: unknown, schema?: TypeSchema): Uint8Array {
  return written(false, schema === undefined ? writeAny : writerOf(schema), value);
}

/**
 * Returns a JSON value as a self-described CBOR document with the bytes of Go's serializer.
 * Integral numbers are integers. A property that is undefined is left out.
 * @throws CBORError for NaN and infinity, which JSON does not have
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
