import { copiedValue, jsonSource, type ValueSource } from "../decode/decode.js";
import { UnmarshalError } from "../json/errors.js";
import { syntaxErrorText } from "../json/syntax-error.js";
import { wellFormedJSON } from "../json/well-formed.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import { unreadableError } from "./sniff.js";

/** A request or response body after parsing. `Decoder.decodeBody` converts it to an object. */
export type Body = UntypedBody | TypedBody;

/** A body in a format that can be parsed without the type of the object: JSON or CBOR. */
export interface UntypedBody extends Sent {
  /** The parsed value. The decoder changes it in place. */
  readonly value: unknown;
  readonly source: ValueSource;
}

/** A body that was created from a parsed value by `valueBody`. */
export interface ValueBody extends UntypedBody {
  readonly hasBigInt: boolean;
}

/** A body in a format that can only be parsed with the type of the object: protobuf. */
export interface TypedBody extends Sent {
  /** The object in the version of the body, without defaults. The decoder changes it in place. */
  readonly object: RuntimeObject;
  /**
   * True if the object certainly has no `bigint`, and no value that is nested in more than 200
   * lists and objects.
   */
  readonly isShallow: boolean;
}

/** The kind whose objects a codec reads and writes, and the kind of their lists. */
export interface CodecKinds {
  readonly apiVersion: string;
  readonly kind: string;
  readonly listKind: string;
  /**
   * True if list items have kind and apiVersion. Formats that cannot write the kind of an item
   * ignore this option.
   */
  readonly itemsHaveKind: boolean;
}

/** Reads and writes bodies in a binary format, for the objects of one kind. */
export interface BodyCodec {
  /**
   * Reads a body.
   * @param itemLimit maximum number of items of the document, as the format counts them
   * @throws Error for bytes that are not in the format, and for too many items
   */
  read(data: Uint8Array, itemLimit: number): Body;
  /**
   * Encodes an object of the codec's version or of a kind of meta/v1.
   * @throws Error for an object that the format cannot represent
   */
  write(object: RuntimeObject): Uint8Array;
  /**
   * Encodes a list whose items are already encoded.
   * @param metadata metadata of the list
   */
  writeList(metadata: object, objects: readonly Uint8Array[]): Uint8Array;
  /** Encodes a watch event in the form of the response stream. Its object is already encoded. */
  writeEvent(type: string, object: Uint8Array): Uint8Array;
}

interface Sent {
  /**
   * Reads the body again and returns a new value with only the properties that the client sent.
   * Validation uses this value to find properties that the client omitted.
   */
  readonly sent: () => unknown;
}

/**
 * Parses a JSON body.
 * @throws UnmarshalError for a string that is not JSON
 */
export function jsonBody(text: string): UntypedBody {
  const wellFormed = wellFormedJSON(text);
  return {
    value: parse(wellFormed),
    source: jsonSource(wellFormed),
    sent: (): unknown => JSON.parse(wellFormed),
  };
}

/**
 * Returns a body with a JSON value that was not read from a document, such as a patched object. The
 * function does not change the value. The caller must not change the value before the body is
 * decoded and validated.
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
