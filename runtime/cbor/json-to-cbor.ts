import { encode, rfc8949EncodeOptions, Token, Type, type EncodeOptions } from "cborg";
import { CBORError } from "./cbor-error.js";
import { Float } from "./float.js";
import { selfDescribed } from "./self-described.js";
import { bytesOfText } from "./text-of-bytes.js";

/**
 * Options with which the library writes what Go's serializer writes: strings are byte strings,
 * maps are sorted by key, and floating-point numbers have the smallest size that keeps their value.
 */
const options: EncodeOptions = {
  ...rfc8949EncodeOptions,
  ignoreUndefinedProperties: true,
  typeEncoders: {
    string: (text: string) => new Token(Type.bytes, bytesOfText(text)),
    number: (value: number) => (Number.isFinite(value) ? null : floatToken(value)),
    Object: (value: object) => (value instanceof Float ? floatToken(value.value) : null),
  },
};

/**
 * Returns a JSON value as a self-described CBOR document with the bytes of Go's serializer.
 * Integral numbers are integers, except in a `Float`. A property that is undefined is left out.
 * @throws CBORError for NaN and infinity, which JSON does not have
 */
export function jsonToCBOR(value: unknown): Uint8Array {
  const item = encode(value, options);
  const document = new Uint8Array(selfDescribed.length + item.length);
  document.set(selfDescribed);
  document.set(item, selfDescribed.length);
  return document;
}

function floatToken(value: number): Token {
  if (!Number.isFinite(value)) throw new CBORError(`${value} is not a number of JSON`);
  return new Token(Type.float, value);
}
