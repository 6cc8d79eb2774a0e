import type { GroupVersionKind, RuntimeObject } from "@apimachinery/runtime";

/**
 * A binary format of objects, which a client uses instead of JSON for the kinds that have it. The
 * function `protobufFormat` of `@apimachinery/client/protobuf` creates one.
 */
export interface ObjectFormat {
  readonly mediaType: string;
  /** Reports whether the objects of a kind have the format. */
  has(kind: GroupVersionKind): boolean;
  /** Encodes an object with its apiVersion and kind. Does not change the object. */
  encode(object: RuntimeObject): Uint8Array;
  /**
   * Decodes an object, a list or a Status.
   * @throws Error for bytes that are not an object
   */
  decode(data: Uint8Array): RuntimeObject;
  /**
   * Decodes an event of a watch.
   * @param data the event without its length
   */
  decodeEvent(data: Uint8Array): { readonly type: string; readonly object: RuntimeObject };
}
