import {
  groupVersionString,
  jsonText,
  type CodecFactory,
  type Encoder,
  type GroupVersionKind,
} from "@apimachinery/runtime";
import { newInternalError } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import { BoundedCache } from "../registry/bounded-cache.js";
import type { Listed, ObjectList } from "../registry/list-reader.js";
import type { ObjectEvent } from "../registry/watched-collection.js";
import { checkListSize } from "./list-limit.js";
import { EventBatch } from "./watch/event-batch.js";

/** How many objects' bytes are kept for one version of a resource. */
const cacheSize = 4096;
/** How many events' bytes of each type are kept: those on their way to many watchers. */
const framesSize = 512;
const newline = Buffer.from("\n");

/** Objects in one version as bytes, each made once and sent as often as it is asked for. */
export class ObjectEncoder {
  readonly #encoder: Encoder;
  readonly #listHead: string;
  /** What stands before the fields of every object; a list's items go without it. */
  readonly #objectHead: number;
  readonly #bytes = new BoundedCache<APIObject, Buffer>(cacheSize);
  readonly #batches = new WeakMap<readonly ObjectEvent[], EventBatch>();
  readonly #event = (event: ObjectEvent) => this.#frame(event);
  readonly #frames = { ADDED: newFrames(), MODIFIED: newFrames(), DELETED: newFrames() };

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
    const parts: Buffer[] = [this.listHead(listMetadata(list))];
    let size = 0;
    for (const [index, item] of list.items.entries()) {
      const bytes = this.object(item);
      checkListSize((size += bytes.length));
      parts.push(index === 0 ? openBrace : commaAndBrace, bytes.subarray(this.#objectHead));
    }
    parts.push(listTail);
    return Buffer.concat(parts);
  }

  /** What stands before a list's items. */
  listHead(metadata: Readonly<Record<string, string | number>>): Buffer {
    return Buffer.from(`${this.#listHead}${jsonText(metadata)},"items":[`);
  }

  /** One of a list's items. */
  listItem(object: APIObject): Buffer {
    return Buffer.concat([openBrace, this.object(object).subarray(this.#objectHead)]);
  }

  /** Events of watches: the same batch for the same events, for all who watch. */
  events(events: readonly ObjectEvent[]): EventBatch {
    let batch = this.#batches.get(events);
    if (batch === undefined) this.#batches.set(events, (batch = new EventBatch(events, this.#event)));
    return batch;
  }

  /** A whole line: the same buffer whoever watches. */
  #frame({ type, object }: ObjectEvent): Buffer {
    const frames = this.#frames[type];
    let bytes = frames.get(object);
    if (bytes === undefined) frames.set(object, (bytes = eventFrame(type, this.object(object))));
    return bytes;
  }

  #encode(object: APIObject): string {
    try {
      return this.#encoder.encode(object);
    } catch (error) {
      throw newInternalError((error as Error).message);
    }
  }
}

/** A line of a watch. */
export function eventFrame(type: string, object: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, frameTail]);
}

function newFrames(): BoundedCache<APIObject, Buffer> {
  return new BoundedCache(framesSize);
}

const frameTail = Buffer.from("}\n");
const openBrace = Buffer.from("{");
const commaAndBrace = Buffer.from(",{");
const listTail = Buffer.from("]}\n");

/** A list's metadata, in the order in which Kubernetes prints it. */
export function listMetadata(list: Omit<Listed<unknown>, "items">): Record<string, string | number> {
  return {
    resourceVersion: list.resourceVersion,
    ...(list.continue === undefined ? {} : { continue: list.continue }),
    ...(list.remainingItemCount === undefined ? {} : { remainingItemCount: list.remainingItemCount }),
  };
}
