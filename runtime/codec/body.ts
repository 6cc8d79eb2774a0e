import { copiedValue, jsonSource, type ValueSource } from "../decode/decode.js";
import { UnmarshalError } from "../json/errors.js";
import { syntaxErrorText } from "../json/syntax-error.js";
import { wellFormedJSON } from "../json/well-formed.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { JSONValue } from "../values/types.js";
import { unreadableError } from "./sniff.js";

/** A body that was read, and that `Decoder.decodeBody` turns into an object. */
export type Body = UntypedBody | TypedBody;

/** A body whose format does not need the type of its object: JSON or CBOR. */
export interface UntypedBody extends Sent {
  /** The value of the document. The decoder changes it in place. */
  readonly value: unknown;
  readonly source: ValueSource;
}

/** A body of a value. */
export interface ValueBody extends UntypedBody {
  readonly hasBigInt: boolean;
}

/** A body whose format needs the type of its object: protobuf. */
export interface TypedBody extends Sent {
  /** The object in the version of the body, without defaults. The decoder changes it in place. */
  readonly object: RuntimeObject;
  /** True if the object has no `bigint`, and no place is within more than 200 lists and objects. */
  readonly isShallow: boolean;
}

/** Kind of the objects of a codec, and of their lists. */
export interface CodecKinds {
  readonly apiVersion: string;
  readonly kind: string;
  readonly listKind: string;
  /** True for kind and apiVersion in the items of lists, in formats that can have them. */
  readonly itemsHaveKind: boolean;
}

/** A binary format of bodies, for the objects of a kind. */
export interface BodyCodec {
  /**
   * Reads a body.
   * @param maxItems maximum number of items of the format
   * @throws Error for bytes that are not in the format, and for too many items
   */
  read(data: Uint8Array, maxItems: number): Body;
  /**
   * Returns an object of the codec's version, or of a kind of meta/v1, as a document.
   * @throws Error for an object that the format cannot represent
   */
  write(object: RuntimeObject): Uint8Array;
  /**
   * Returns a list of objects that are documents already.
   * @param metadata metadata of the list
   */
  writeList(metadata: object, objects: readonly Uint8Array[]): Uint8Array;
  /** Returns an event of a watch as its stream has it. Its object is a document already. */
  writeEvent(type: string, object: Uint8Array): Uint8Array;
}

interface Sent {
  /**
   * Reads the body again, and returns a new value with the properties that the client sent. It
   * serves validation, which must know the properties that the client left out.
   */
  readonly sent: () => unknown;
}

/**
 * Returns a body in JSON.
 * @param parsed result of `JSON.parse` for the text, if the caller has it
 * @throws UnmarshalError for a text that is not JSON
 */
export function jsonBody(text: string, parsed?: JSONValue): UntypedBody {
  const wellFormed = wellFormedJSON(text);
  return {
    // A parsed value of a text with lone surrogates still contains them.
    value: parsed !== undefined && wellFormed === text ? parsed : parse(wellFormed),
    source: jsonSource(wellFormed),
    sent: (): unknown => JSON.parse(wellFormed),
  };
}

/**
 * Returns a body of a JSON value that is not a document, such as a patched object. The value is not
 * changed, and must not be changed before the body is decoded and validated.
 */
export function valueBody(value: unknown): ValueBody {
  const { copy, source, hasBigInt } = copiedValue(value);
  return { value: copy, source, hasBigInt, sent: () => copiedValue(value).copy };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = syntaxErrorText(text);
    throw message === undefined ? new UnmarshalError(String(error)) : unreadableError(message);
  }
}
