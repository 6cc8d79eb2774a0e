import {
  groupVersionString,
  jsonText,
  objectValue,
  type CodecFactory,
  type CodecKinds,
  type Encoder,
  type GroupVersionKind,
  type JSONValue,
  type RuntimeObject,
} from "@apimachinery/runtime";
import { CBORCodec } from "@apimachinery/runtime/cbor";
import { ProtobufCodec } from "@apimachinery/runtime/protobuf";
import { newInternalError } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { ListedItems, ListedObjects } from "../registry/list-reader.js";
import { SharedLists } from "../registry/shared-lists.js";
import { Cache } from "../util/cache.js";
import { BinaryEncoder } from "./binary-encoder.js";
import { checkListSize } from "./list-limit.js";
import { orThrow } from "../util/or-throw.js";

const newline = Buffer.from("\n");

interface EncoderOptions {
  /** True if the items of lists contain kind and apiVersion. Default: false. */
  readonly itemsHaveKind?: boolean;
  /** True if `metadata.managedFields` is omitted from all objects. Default: false. */
  readonly dropsManagers?: boolean;
}

/**
 * Encodes objects in one version as JSON. Caches the bytes of each object, so that all responses
 * share them.
 */
export class ObjectEncoder {
  readonly #codecs: CodecFactory;
  readonly #kind: GroupVersionKind;
  readonly #encoder: Encoder;
  readonly #ofSameKind: (dropsManagers: boolean) => ObjectEncoder;
  readonly #dropsManagers: boolean;
  #withoutManagers: ObjectEncoder | undefined;
  /** Encoders of the same objects in binary formats. */
  readonly protobuf: BinaryEncoder;
  readonly cbor: BinaryEncoder;
  readonly #listHead: string;
  /**
   * Number of bytes at the start of an encoded object that are left out in a list: the opening
   * brace, kind and apiVersion. If list items have kind and apiVersion: only the brace.
   */
  readonly #objectHead: number;
  readonly #bytes = new Cache<APIObject, Buffer>("encoded objects", ({ length }) => length);
  readonly #lists = new SharedLists<APIObject>(({ metadata: { namespace = "", name = "" } }) => `${namespace}/${name}`);

  constructor(codecs: CodecFactory, kind: GroupVersionKind, listKind: string, options: EncoderOptions = {}) {
    const { itemsHaveKind = false, dropsManagers = false } = options;
    const apiVersion = JSON.stringify(groupVersionString(kind));
    this.#codecs = codecs;
    this.#kind = kind;
    this.#encoder = codecs.encoderForVersion(kind);
    this.#dropsManagers = dropsManagers;
    this.#ofSameKind = (drops) => new ObjectEncoder(codecs, kind, listKind, { itemsHaveKind, dropsManagers: drops });
    const kinds: CodecKinds = { apiVersion: groupVersionString(kind), kind: kind.kind, listKind, itemsHaveKind };
    const versioned = (object: APIObject) => this.#versioned(object);
    this.protobuf = new BinaryEncoder(new ProtobufCodec(codecs.scheme, kinds), versioned);
    this.cbor = new BinaryEncoder(new CBORCodec(codecs.scheme, kinds), versioned);
    this.#listHead = `{"kind":${JSON.stringify(listKind)},"apiVersion":${apiVersion},"metadata":`;
    this.#objectHead = Buffer.byteLength(
      itemsHaveKind ? "{" : `{"kind":${JSON.stringify(kind.kind)},"apiVersion":${apiVersion},`,
    );
  }

  /** Encoder that omits `metadata.managedFields`. It has a separate cache. */
  get withoutManagers(): ObjectEncoder {
    return (this.#withoutManagers ??= this.#ofSameKind(true));
  }

  /** Returns the object without the fields that the encoder omits. */
  shown(object: APIObject): APIObject {
    if (!this.#dropsManagers || object.metadata.managedFields === undefined) return object;
    const metadata = { ...object.metadata };
    delete metadata.managedFields;
    return { ...object, metadata };
  }

  /** Returns an object as JSON, without a line break. */
  object(object: APIObject): Buffer {
    const known = this.#bytes.get(object);
    if (known !== undefined) return known;
    const bytes = Buffer.from(this.#encode(object), "utf8");
    this.#bytes.set(object, bytes);
    return bytes;
  }

  /** Returns an object as JSON without caching the result, because the object will still change. */
  changing(object: APIObject): string {
    return this.#encode(object);
  }

  /** Returns an object as JSON, with a line break. */
  line(object: APIObject): Buffer {
    return Buffer.concat([this.object(object), newline]);
  }

  /**
   * Returns a list as JSON, with a line break, by joining the cached bytes of its objects.
   * Responses with the same list share the result.
   */
  list(list: ListedObjects): Buffer {
    const head = this.listHead(listMetadataOf(list));
    return this.#lists.find(list.items, head) ?? this.#lists.add(list.items, head, this.#joined(head, list));
  }

  #joined(head: Buffer, list: ListedObjects): Buffer {
    const parts: Buffer[] = [head];
    let size = 0;
    for (const [index, item] of list.items.entries()) {
      const bytes = this.object(item);
      checkListSize((size += bytes.length));
      parts.push(index === 0 ? openBrace : commaAndBrace, bytes.subarray(this.#objectHead));
    }
    parts.push(listTail);
    return Buffer.concat(parts);
  }

  /** Returns the JSON of a list up to its first item. */
  listHead(metadata: Readonly<Record<string, string | number>>): Buffer {
    return Buffer.from(`${this.#listHead}${jsonText(metadata)},"items":[`);
  }

  /** Returns the JSON of one item of a list. */
  listItem(object: APIObject): Buffer {
    return Buffer.concat([openBrace, this.object(object).subarray(this.#objectHead)]);
  }

  /**
   * Returns a new JSON value for an object. It shares no parts with the object.
   * @throws StatusError 500 if the object cannot be converted
   */
  value(object: APIObject): JSONValue {
    return orThrow(() => {
      const versioned = this.#versioned(object);
      return objectValue(this.#codecs.scheme.schemaOf(versioned), versioned);
    }, newInternalError);
  }

  #encode(object: APIObject): string {
    return orThrow(() => this.#encoder.encode(this.shown(object)), newInternalError);
  }

  #versioned(object: APIObject): RuntimeObject {
    return this.#codecs.scheme.unsafeConvertToVersion(this.shown(object), this.#kind);
  }
}

/**
 * Returns the JSON line of a watch event.
 * @param object the encoded object
 */
export function eventFrame(type: string, object: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, frameTail]);
}

const frameTail = Buffer.from("}\n");
const openBrace = Buffer.from("{");
const commaAndBrace = Buffer.from(",{");
const listTail = Buffer.from("]}\n");

/** Returns the metadata of a list, with its keys in Kubernetes' order. */
export function listMetadataOf(list: Omit<ListedItems<unknown>, "items">): Record<string, string | number> {
  return {
    resourceVersion: list.resourceVersion,
    ...(list.continue === undefined ? {} : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
  };
}
