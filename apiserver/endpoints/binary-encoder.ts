import type { BodyCodec, RuntimeObject } from "@apimachinery/runtime";
import { newInternalError } from "../errors/index.js";
import type { ListedObjects } from "../registry/list-reader.js";
import type { APIObject } from "../request/api-object.js";
import { bufferOf } from "../util/buffer-of.js";
import { Cache } from "../util/cache.js";
import { checkListSize } from "./list-limit.js";
import { orThrow } from "../util/or-throw.js";

/**
 * Encodes objects in one version, in protobuf or CBOR. Caches the bytes of each object, so that all
 * responses share them.
 */
export class BinaryEncoder {
  readonly codec: BodyCodec;
  readonly #versioned: (object: APIObject) => RuntimeObject;
  readonly #bytes = new Cache<APIObject, Buffer>("encoded objects", ({ length }) => length);

  /** @param versioned converts an object to the version, and removes fields that are not sent */
  constructor(codec: BodyCodec, versioned: (object: APIObject) => RuntimeObject) {
    this.codec = codec;
    this.#versioned = versioned;
  }

  object(object: APIObject): Buffer {
    const known = this.#bytes.get(object);
    if (known !== undefined) return known;
    const bytes = encoded(() => this.codec.write(this.#versioned(object)));
    this.#bytes.set(object, bytes);
    return bytes;
  }

  /** Encodes an object of a kind of meta.k8s.io, such as a Status. */
  metaObject(object: RuntimeObject): Buffer {
    return encoded(() => this.codec.write(object));
  }

  /**
   * Encodes a list by joining the cached bytes of its objects.
   * @throws StatusError 413 if the list is too large
   */
  list(list: ListedObjects, metadata: object): Buffer {
    let size = 0;
    const objects = list.items.map((item) => {
      const bytes = this.object(item);
      checkListSize((size += bytes.length));
      return bytes;
    });
    return encoded(() => this.codec.writeList(metadata, objects));
  }

  /**
   * Encodes an event of a watch.
   * @param object the encoded object
   */
  event(type: string, object: Buffer): Buffer {
    return bufferOf(this.codec.writeEvent(type, object));
  }
}

function encoded(encode: () => Uint8Array): Buffer {
  return orThrow(() => bufferOf(encode()), newInternalError);
}
