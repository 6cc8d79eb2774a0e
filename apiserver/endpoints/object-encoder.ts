import { groupVersionString } from "@apimachinery/runtime";
import type { CodecFactory, Encoder, GroupVersionKind } from "@apimachinery/runtime";
import { newInternalError } from "../errors/index.js";
import type { APIObject } from "../registry/api-object.js";
import { BoundedCache } from "../registry/bounded-cache.js";
import type { ObjectList } from "../registry/list-reader.js";

/** How many objects' bytes are kept for one version of a resource. */
const cacheSize = 4096;
const newline = Buffer.from("\n");

/** Objects in one version as bytes, each made once and sent as often as it is asked for. */
export class ObjectEncoder {
  readonly #encoder: Encoder;
  readonly #listHead: string;
  /** What stands before the fields of every object; a list's items go without it. */
  readonly #objectHead: number;
  readonly #bytes = new BoundedCache<APIObject, Buffer>(cacheSize);

  constructor(codecs: CodecFactory, kind: GroupVersionKind, listKind: string) {
    const apiVersion = JSON.stringify(groupVersionString(kind));
    this.#encoder = codecs.encoderForVersion(kind);
    this.#listHead = `{"kind":${JSON.stringify(listKind)},"apiVersion":${apiVersion},"metadata":`;
    this.#objectHead = Buffer.byteLength(`{"kind":${JSON.stringify(kind.kind)},"apiVersion":${apiVersion},`);
  }

  /** One object as JSON, without a line's end. */
  object(object: APIObject): Buffer {
    const known = this.#bytes.get(object);
    if (known !== undefined) return known;
    const bytes = Buffer.from(this.#encode(object), "utf8");
    this.#bytes.set(object, bytes);
    return bytes;
  }

  /** A whole line. */
  line(object: APIObject): Buffer {
    return Buffer.concat([this.object(object), newline]);
  }

  /** A list, spliced from its objects' bytes: also a whole line. */
  list(list: ObjectList): Buffer {
    const parts: Buffer[] = [Buffer.from(`${this.#listHead}${JSON.stringify(listMetadata(list))},"items":[`)];
    for (const [index, item] of list.items.entries()) {
      parts.push(index === 0 ? openBrace : commaAndBrace, this.object(item).subarray(this.#objectHead));
    }
    parts.push(listTail);
    return Buffer.concat(parts);
  }

  #encode(object: APIObject): string {
    try {
      return this.#encoder.encode(object);
    } catch (error) {
      throw newInternalError((error as Error).message);
    }
  }
}

const openBrace = Buffer.from("{");
const commaAndBrace = Buffer.from(",{");
const listTail = Buffer.from("]}\n");

/** A list's metadata, in the order in which Kubernetes prints it. */
export function listMetadata(list: ObjectList): Record<string, string | number> {
  return {
    resourceVersion: list.resourceVersion,
    ...(list.continue === undefined ? {} : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
  };
}
