import type { BodyCodec, CodecKinds, TypedBody } from "../codec/body.js";
import { kindOfObject, schemaInScheme } from "../codec/meta-schemas.js";
import { wireFormOf } from "../codec/wire-form.js";
import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { parseGroupVersion, withKind } from "../meta/group-version.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import { decodeProtobuf, readObject, type ProtobufOptions } from "./decode-protobuf.js";
import { encodeProtobuf } from "./encode-protobuf.js";
import { envelopeOf, type EnvelopeWriter } from "./envelope.js";
import { setVarint, sizeOfVarint } from "./varint.js";
import { encodeWatchEvent } from "./watch-event.js";

/** Tags of the fields in list messages of Kubernetes: the metadata and the items. */
const metadataTag = 10;
const itemsTag = 18;

/**
 * Decodes a request or response body in protobuf. Required properties that are missing in the
 * message get their zero values, as in Go.
 * @throws Error under the same conditions as `decodeProtobuf`
 */
export function protobufBody(scheme: Scheme, data: Uint8Array, options?: ProtobufOptions): TypedBody {
  const { object, depth } = readObject(scheme, data, options);
  return { object, isShallow: depth < 100, sent: () => wire(scheme, decodeProtobuf(scheme, data, options)) };
}

/** Returns an object in its JSON form, in which a zero time is null. */
function wire(scheme: Scheme, object: RuntimeObject): unknown {
  return wireFormOf(schemaInScheme(scheme, kindOfObject(object)))?.(object) ?? object;
}

/** Reads and writes bodies in protobuf. */
export class ProtobufCodec implements BodyCodec {
  readonly #scheme: Scheme;
  readonly #kinds: CodecKinds;
  readonly #defaults: GroupVersionKind;
  readonly #item: EnvelopeWriter;
  readonly #list: EnvelopeWriter;
  #hasUsualFields: boolean | undefined;

  constructor(scheme: Scheme, kinds: CodecKinds) {
    const { apiVersion, kind, listKind } = kinds;
    this.#scheme = scheme;
    this.#kinds = kinds;
    this.#defaults = withKind(parseGroupVersion(apiVersion), kind);
    this.#item = envelopeOf(apiVersion, kind);
    this.#list = envelopeOf(apiVersion, listKind);
  }

  read(data: Uint8Array, itemLimit: number): TypedBody {
    return protobufBody(this.#scheme, data, { defaults: this.#defaults, itemLimit });
  }

  write(object: RuntimeObject): Uint8Array {
    return encodeProtobuf(this.#scheme, object);
  }

  /**
   * Writes a list by concatenating encoded objects. If the fields of the list type do not have the
   * numbers that Kubernetes uses, the objects are decoded and encoded again.
   */
  writeList(metadata: object, objects: readonly Uint8Array[]): Uint8Array {
    this.#hasUsualFields ??= this.#checkFields();
    if (!this.#hasUsualFields)
      return this.#list.write([
        this.#messageOf(
          metadata,
          objects.map((object) => decodeProtobuf(this.#scheme, object)),
        ),
      ]);
    const parts: Uint8Array[] = [this.#messageOf(metadata, [])];
    for (const object of objects) {
      const message = this.#item.messageIn(object);
      const head = new Uint8Array(1 + sizeOfVarint(message.length));
      head[0] = itemsTag;
      setVarint(head, 1, message.length);
      parts.push(head, message);
    }
    return this.#list.write(parts);
  }

  /**
   * Writes a watch event after its length in four bytes (Go: framer.NewLengthDelimitedFrameWriter).
   */
  writeEvent(type: string, object: Uint8Array): Uint8Array {
    const event = encodeWatchEvent(type, object);
    const frame = new Uint8Array(4 + event.length);
    new DataView(frame.buffer).setUint32(0, event.length);
    frame.set(event, 4);
    return frame;
  }

  /** Reports whether the fields of the list type have the numbers that Kubernetes uses. */
  #checkFields(): boolean {
    const message = this.#messageOf({}, [this.#scheme.new(this.#defaults)]);
    return message[0] === metadataTag && message[2 + (message[1] ?? 0)] === itemsTag;
  }

  #messageOf(metadata: object, items: readonly RuntimeObject[]): Uint8Array {
    const { apiVersion, listKind: kind } = this.#kinds;
    const list = { apiVersion, kind, metadata, items };
    return this.#list.messageIn(encodeProtobuf(this.#scheme, list));
  }
}
