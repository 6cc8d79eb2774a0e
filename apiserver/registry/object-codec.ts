import { APIVersionInternal } from "@apimachinery/runtime";
import type { CodecFactory, Decoder, Encoder, GroupVersion } from "@apimachinery/runtime";
import { newBadRequest, newInternalError } from "../errors/index.js";
import type { KeyValue, WatchEvent } from "../storage/index.js";
import type { APIObject } from "./api-object.js";
import { BoundedCache } from "./bounded-cache.js";
import { StoredText } from "./stored-text.js";

/** How many objects of a resource are kept beside the store's bytes, in the hub's form and in each version's. */
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

  constructor(codecs: CodecFactory, storageVersion: GroupVersion, kind: string) {
    this.storageVersion = storageVersion;
    this.#decoder = codecs.universalDecoder({ group: storageVersion.group, version: APIVersionInternal });
    this.#encoder = codecs.encoderForVersion(storageVersion);
    this.text = new StoredText({ ...storageVersion, kind }, (item) => this.#isCurrent(item));
  }

  /** What is stored, with today's defaults, in the hub's form. Others get the same object: nobody may change it. */
  decode(item: KeyValue): APIObject {
    const known = this.#objects.get(item);
    if (known !== undefined) return known;
    const object = this.#decodeText(item);
    object.metadata.resourceVersion = String(item.revision);
    this.#objects.set(item, object);
    return object;
  }

  /** What was deleted by a write: as it last was, with the revision at which it went. Shared like what `decode` gives. */
  decodeDeleted(event: WatchEvent, previous: KeyValue): APIObject {
    const known = this.#deleted.get(event);
    if (known !== undefined) return known;
    const last = this.decode(previous);
    const object = { ...last, metadata: { ...last.metadata, resourceVersion: String(event.revision) } };
    this.#deleted.set(event, object);
    return object;
  }

  /** What is stored of an object: all but its revision, which the store knows. @throws StatusError 400 where the version can't hold it */
  encode(object: APIObject): Buffer {
    const metadata = { ...object.metadata };
    delete metadata.resourceVersion;
    delete metadata.selfLink;
    const bare: APIObject = { ...object, metadata };
    try {
      return Buffer.from(this.#encoder.encode(bare), "utf8");
    } catch (error) {
      throw newBadRequest((error as Error).message);
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
    const { buffer, byteOffset, byteLength } = item.value;
    try {
      return this.#decoder.decode(Buffer.from(buffer, byteOffset, byteLength).toString("utf8")).object as APIObject;
    } catch (error) {
      throw newInternalError(`unable to decode what is stored under ${item.key}: ${(error as Error).message}`);
    }
  }
}
