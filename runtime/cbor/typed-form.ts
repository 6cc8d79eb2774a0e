import { Tagged } from "cborg";
import { decodeBytes } from "../bytes.js";
import { schemaForms, type Form } from "../codec/schema-forms.js";
import type { ValueShape } from "../schema.js";
import { Float } from "./float.js";

/** The tag of bytes that are base64 in JSON (RFC 8949, section 3.4.5.2). */
const base64Tag = 22;

/**
 * Returns the function that marks the values of a type that CBOR and JSON write differently: bytes
 * become a `Tagged` byte string, and floating-point numbers a `Float`. Returns undefined if the
 * type has none.
 */
export const typedFormOf = schemaForms({ scalar: scalarForm });

function scalarForm({ type }: ValueShape): Form | undefined {
  if (type === "bytes") return (text) => (typeof text === "string" ? new Tagged(base64Tag, decodeBytes(text)) : text);
  if (type === "float32" || type === "float64")
    return (number) => (typeof number === "number" ? new Float(number) : number);
  return undefined;
}
