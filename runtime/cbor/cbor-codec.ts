import type { BodyCodec, CodecKinds, UntypedBody } from "../codec/body.js";
import { withKindFirst } from "../codec/encode.js";
import { parseGroupVersion, withKind } from "../meta/group-version.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { cborToJSON } from "./cbor-to-json.js";
import { CBORWriter } from "./cbor-writer.js";
import type { CBORLimits } from "./document-reader.js";
import { encodeUnordered } from "./encode-cbor.js";
import { HeadReader, major } from "./head-reader.js";
import { readCBOR } from "./read-cbor.js";
import { selfDescribed } from "./self-described.js";
import { EncodedItem } from "./value-writers.js";

/**
 * Reads a request or response body in CBOR.
 * @throws CBORError for bytes that are not a CBOR document, and for more items than `limits` allows
 */
export function cborBody(data: Uint8Array, limits?: CBORLimits): UntypedBody {
  const { value, hasWholeFloats } = readCBOR(data, limits);
  return {
    value,
    source: {
      text: () => cborToJSON(data),
      exact: () => readCBOR(data, undefined, "bigint").value,
      // Duplicate keys need no test here, because `readCBOR` throws an error for them.
      isSuspicious: (run) => run.unknown || hasWholeFloats,
    },
    sent: () => readCBOR(data).value,
  };
}

/** Reads and writes bodies in CBOR. */
export class CBORCodec implements BodyCodec {
  readonly #scheme: Scheme;
  readonly #kinds: CodecKinds;
  /** Number of bytes of the properties kind and apiVersion in an encoded object. */
  readonly #kindSize: number;

  constructor(scheme: Scheme, kinds: CodecKinds) {
    this.#scheme = scheme;
    this.#kinds = kinds;
    const writer = new CBORWriter();
    for (const text of ["kind", kinds.kind, "apiVersion", kinds.apiVersion]) writer.text(text);
    this.#kindSize = writer.finish().length;
  }

  read(data: Uint8Array, itemLimit: number): UntypedBody {
    return cborBody(data, { itemLimit });
  }

  /**
   * Encodes an object, with kind and apiVersion first. Kinds that the scheme does not have, such as
   * those of meta/v1, are encoded without a schema. With a schema, the items of their lists would
   * lose their kinds.
   */
  write(object: RuntimeObject): Uint8Array {
    const { apiVersion, kind } = object;
    const gvk = withKind(parseGroupVersion(apiVersion), kind);
    return encodeUnordered(
      withKindFirst(object),
      this.#scheme.recognizes(gvk) ? this.#scheme.schemaFor(gvk) : undefined,
    );
  }

  writeList(metadata: object, objects: readonly Uint8Array[]): Uint8Array {
    const { listKind, apiVersion, itemsHaveKind } = this.#kinds;
    const item = (object: Uint8Array) =>
      new EncodedItem(itemsHaveKind ? object.subarray(selfDescribed.length) : this.#withoutKind(object));
    return encodeUnordered({ kind: listKind, apiVersion, metadata, items: objects.map(item) });
  }

  writeEvent(type: string, object: Uint8Array): Uint8Array {
    return encodeUnordered({ type, object: new EncodedItem(object) });
  }

  /**
   * Removes the first two properties, kind and apiVersion, from an object that `write` has encoded.
   * Returns the result as a new array.
   */
  #withoutKind(object: Uint8Array): Uint8Array {
    const heads = new HeadReader(object, Infinity);
    heads.position = selfDescribed.length;
    heads.read();
    const writer = new CBORWriter();
    writer.head(major.map, heads.argument - 2);
    writer.raw(object.subarray(heads.position + this.#kindSize));
    return writer.finish();
  }
}
