import type { CodecFactory, GroupVersion, RuntimeObject, Scheme } from "@apimachinery/runtime";
import { decodeProtobuf, isProtobuf } from "@apimachinery/runtime/protobuf";
import { protobufOf } from "../negotiation/protobuf-document.js";
import type { APIObject } from "../request/api-object.js";

/** Reads and writes the stored objects of a kind as protobuf. */
export class StoredProtobuf {
  readonly #scheme: Scheme;
  readonly #codecs: CodecFactory;
  readonly #version: GroupVersion;
  readonly #isWritten: boolean;

  /**
   * @param version the storage version
   * @param isWritten true to write objects as protobuf, if their kind has a protobuf message
   */
  constructor(scheme: Scheme, codecs: CodecFactory, version: GroupVersion, kind: string, isWritten: boolean) {
    this.#scheme = scheme;
    this.#codecs = codecs;
    this.#version = version;
    this.#isWritten = isWritten && scheme.protobuf.find({ ...version, kind }) !== undefined;
  }

  /**
   * Encodes an object as protobuf in the storage version; undefined if it must be stored as JSON.
   */
  encode(object: RuntimeObject): Buffer | undefined {
    if (!this.#isWritten) return undefined;
    return protobufOf(this.#scheme, this.#scheme.unsafeConvertToVersion(object, this.#version));
  }

  /**
   * Decodes stored protobuf to an object in the hub version; undefined if the bytes are not
   * protobuf.
   * @throws MalformedProtobufError for damaged protobuf
   */
  decode(value: Uint8Array): APIObject | undefined {
    if (!isProtobuf(value)) return undefined;
    const object = decodeProtobuf(this.#scheme, value);
    return this.#codecs.toHub(object, this.#version.group) as APIObject;
  }
}
