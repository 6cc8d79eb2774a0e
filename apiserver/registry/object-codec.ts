import {
  APIVersionInternal,
  type CodecFactory,
  type Decoder,
  type Encoder,
  type GroupVersion,
} from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import type { KeyValue, WatchEvent } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import { BoundedCache } from "./bounded-cache.js";
import { StoredText } from "./stored-text.js";
import { UnreadableObjectError } from "./unreadable-object.js";

/**
 * How many objects of a resource are kept beside the store's bytes, in the hub's form and in each
 * version's.
 */
const cacheSize = 4096;

/** The bytes of a resource's objects in the storage version, and the objects that they are. */
export class ObjectCodec {
  /** Of what is stored as the storage version, without decoding it. */
  readonly text: StoredText;
  readonly storageVersion: GroupVersion;
  readonly #decoder: Decoder;
  readonly #encoder: Encoder;
  readonly #deleted = new BoundedCache<WatchEvent, APIObject>(256);
  readonly #objects = new BoundedCache<KeyValue, APIObject>(cacheSize);
  readonly #reported = new WeakSet<KeyValue>();
  readonly #report: ((error: UnreadableObjectError) => void) | undefined;

  /** @param report called once for each item that can't be read */
  constructor(
    codecs: CodecFactory,
    storageVersion: GroupVersion,
    kind: string,
    report?: (error: UnreadableObjectError) => void,
  ) {
    this.#report = report;
    this.storageVersion = storageVersion;
    this.#decoder = codecs.universalDecoder({ group: storageVersion.group, version: APIVersionInternal });
    this.#encoder = codecs.encoderForVersion(storageVersion);
    this.text = new StoredText({ ...storageVersion, kind }, (item) => this.#isCurrent(item));
  }

  /**
   * Returns a stored object in the hub's form, with today's defaults. Callers share it and may not
   * change it. @throws UnreadableObjectError
   */
  decode(item: KeyValue): APIObject {
    const known = this.#objects.get(item);
    if (known !== undefined) return known;
    const object = this.#read(item);
    object.metadata.resourceVersion = String(item.revision);
    this.#objects.set(item, object);
    return object;
  }

  /**
   * What was deleted by a write: as it last was, with the revision at which it went. Shared like
   * what `decode` gives.
   */
  decodeDeleted(event: WatchEvent, previous: KeyValue): APIObject {
    const known = this.#deleted.get(event);
    if (known !== undefined) return known;
    const last = this.decode(previous);
    const object = { ...last, metadata: { ...last.metadata, resourceVersion: String(event.revision) } };
    this.#deleted.set(event, object);
    return object;
  }

  /**
   * What is stored of an object: all but its revision, which the store knows. @throws StatusError
   * 400 where the version can't hold it, RangeError where no string can
   */
  encode(object: APIObject): Buffer {
    const metadata = { ...object.metadata };
    delete metadata.resourceVersion;
    delete metadata.selfLink;
    const bare: APIObject = { ...object, metadata };
    try {
      return Buffer.from(this.#encoder.encode(bare), "utf8");
    } catch (error) {
      // No string is so long.
      if (error instanceof RangeError) throw error;
      throw newBadRequest((error as Error).message);
    }
  }

  /** @throws UnreadableObjectError, which is reported */
  #read(item: KeyValue): APIObject {
    try {
      return this.#decodeText(item);
    } catch (error) {
      if (error instanceof UnreadableObjectError && !this.#reported.has(item)) {
        this.#reported.add(item);
        this.#report?.(error);
      }
      throw error;
    }
  }

  #isCurrent(item: KeyValue): boolean {
    try {
      return this.encode(this.#objects.get(item) ?? this.#decodeText(item)).equals(item.value);
    } catch {
      // Who decodes it to send it tells why.
      return false;
    }
  }

  #decodeText(item: KeyValue): APIObject {
    const { key, revision, unreadable, value } = item;
    if (unreadable !== undefined)
      throw new UnreadableObjectError(key, `data from the storage is not transformable revision=0: ${unreadable}`);
    const { buffer, byteOffset, byteLength } = value;
    try {
      return this.#decoder.decode(Buffer.from(buffer, byteOffset, byteLength).toString("utf8")).object as APIObject;
    } catch (error) {
      throw new UnreadableObjectError(key, `object not decodable revision=${revision}: ${(error as Error).message}`);
    }
  }
}
