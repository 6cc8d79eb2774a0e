import type { CodecFactory, Decoder, Encoder, GroupVersion, GroupVersionKind, ObjectMeta } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { encryptedData, isEncrypted, type KeyValue, type StorageEvent } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import { Cache } from "../util/cache.js";
import { StoredString } from "./stored-text.js";
import type { StoredProtobuf } from "./stored-protobuf.js";
import { UnreadableObjectError } from "./unreadable-object.js";
import { orThrow } from "../util/or-throw.js";
import { bufferOf } from "../util/buffer-of.js";

/**
 * Estimated memory of a decoded object, in bytes for each byte of its stored form. Typical objects
 * need 1.7.
 */
const decodedSize = 2;

/** Conversions of a kind whose objects are stored as objects of another kind. */
export interface SharedObjects {
  /** Codec of the kind that stores the objects. */
  readonly codec: ObjectCodec;
  /**
   * Converts a stored object from the hub version of the other kind to the hub version of this
   * kind. The result can share parts with the argument.
   */
  readonly fromStored: (object: APIObject) => APIObject;
  readonly toStored: (object: APIObject) => APIObject;
}

/** Converts objects of a resource between the hub version and their stored bytes. */
export class ObjectCodec {
  /** Converts stored bytes to responses in the storage version, without decoding them. */
  readonly text: StoredString;
  readonly storageVersion: GroupVersion;
  /** Kind of the stored objects. */
  readonly storedKind: GroupVersionKind;
  readonly #decoder: Decoder;
  readonly #encoder: Encoder;
  /**
   * Decoded objects. The key is the stored item; for the last state of a deleted object, the key is
   * the event of the deletion.
   */
  readonly #objects = new Cache<KeyValue | StorageEvent, APIObject>("decoded objects", (_, stored) => sizeOf(stored));
  readonly #reported = new WeakSet<KeyValue>();
  readonly #shared: SharedObjects | undefined;
  readonly #protobuf: StoredProtobuf | undefined;
  readonly #report: ((error: UnreadableObjectError) => void) | undefined;

  /**
   * @param kind name of the kind of the stored objects
   * @param report called once for each unreadable item, for example to log its error
   * @param shared conversions; undefined if the objects are stored as their own kind
   * @param protobuf reads protobuf from the store, and writes it if objects are stored as protobuf
   */
  constructor(
    codecs: CodecFactory,
    storageVersion: GroupVersion,
    kind: string,
    report?: (error: UnreadableObjectError) => void,
    shared?: SharedObjects,
    protobuf?: StoredProtobuf,
  ) {
    this.#protobuf = protobuf;
    this.#shared = shared;
    this.storedKind = { ...storageVersion, kind };
    this.#report = report;
    this.storageVersion = storageVersion;
    this.#decoder = codecs.hubDecoder(storageVersion.group);
    this.#encoder = codecs.encoderForVersion(storageVersion);
    // If the stored bytes contain another kind, they are never sent as a response.
    this.text = new StoredString(this.storedKind, (item) => shared === undefined && this.#isCurrent(item));
  }

  /**
   * Returns a stored object in the hub version, with the current defaults. Callers share the object
   * and must not change it.
   * @throws UnreadableObjectError if the item cannot be decoded
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
   * Returns the last state of a deleted object, with the revision of the deletion. Callers share
   * the object and must not change it.
   */
  decodeDeleted(event: StorageEvent, previous: KeyValue): APIObject {
    const known = this.#objects.get(event);
    if (known !== undefined) return known;
    const last = this.decode(previous);
    const object = { ...last, metadata: { ...last.metadata, resourceVersion: String(event.revision) } };
    this.#objects.set(event, object);
    return object;
  }

  /**
   * Encodes an object for storage: as protobuf, or as JSON with a line break, as Kubernetes does.
   * Omits the resourceVersion, because the store records the revision separately.
   * @throws StatusError 400 if the object cannot be converted to the storage version
   * @throws RangeError if the JSON exceeds the maximum length of a string
   */
  encode(object: APIObject): Buffer {
    const shared = this.#shared;
    if (shared !== undefined) return shared.codec.encode(orThrow(() => shared.toStored(object), newBadRequest));
    const bare: APIObject = { ...object, metadata: storedMetadata(object.metadata) };
    try {
      return this.#protobuf?.encode(bare) ?? Buffer.from(`${this.#encoder.encode(bare)}\n`, "utf8");
    } catch (error) {
      // The JSON exceeds the maximum length of a string. The caller reports the limit for objects.
      if (error instanceof RangeError) throw error;
      throw newBadRequest((error as Error).message);
    }
  }

  /**
   * Decodes a stored item, and reports it if it is unreadable.
   * @throws UnreadableObjectError if the item cannot be decoded
   */
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
      // The error is not reported here, because the item is decoded again before it is sent.
      return false;
    }
  }

  #decodeText(item: KeyValue): APIObject {
    const { key, revision, unreadable, value } = item;
    if (unreadable !== undefined)
      throw new UnreadableObjectError(key, `data from the storage is not transformable revision=0: ${unreadable}`);
    try {
      if (this.#shared !== undefined) return this.#shared.fromStored(this.#shared.codec.decode(item));
      const object = this.#protobuf?.decode(value);
      if (object !== undefined) return object;
      const text = bufferOf(value).toString("utf8");
      // Large integers in stored objects are decoded as bigint, so that they keep all their digits.
      return this.#decoder.decode(text, { largeIntegers: "bigint" }).object as APIObject;
    } catch (error) {
      if (error instanceof UnreadableObjectError) throw error;
      if (isEncrypted(value))
        throw new UnreadableObjectError(key, `data from the storage is not transformable revision=0: ${encryptedData}`);
      throw new UnreadableObjectError(key, `object not decodable revision=${revision}: ${(error as Error).message}`);
    }
  }
}

function sizeOf(stored: KeyValue | StorageEvent): number {
  const item = "value" in stored ? stored : stored.previous;
  return decodedSize * (item?.value.length ?? 0);
}

/**
 * Fields of stored metadata, in the order in which the decoder sets them. The resourceVersion is
 * not a stored field, because the store records the revision separately.
 */
const order = [
  "name",
  "generateName",
  "namespace",
  "uid",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * Returns the metadata to store, with its fields in the order of a decoded object. Stored bytes can
 * be sent as a response without decoding only if decoding and encoding them gives the same bytes.
 */
function storedMetadata(metadata: Readonly<ObjectMeta>): ObjectMeta {
  const stored: Partial<Record<keyof ObjectMeta, unknown>> = {};
  for (const field of order) {
    const value = metadata[field];
    if (value !== undefined) stored[field] = value;
  }
  return stored as ObjectMeta;
}
