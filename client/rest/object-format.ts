import type { GroupVersionKind, RuntimeObject } from "@apimachinery/runtime";

/**
 * A binary format of objects. A client uses it instead of JSON for the kinds that support it.
 * `protobufFormat` of `@apimachinery/client/protobuf` returns an ObjectFormat.
 */
export interface ObjectFormat {
  readonly mediaType: string;
  /** Reports whether the format supports the objects of a kind. */
  has(kind: GroupVersionKind): boolean;
  /** Encodes an object with its apiVersion and kind. Does not mutate the object. */
  encode(object: RuntimeObject): Uint8Array;
  /**
   * Decodes an object, a list or a Status.
   * @throws Error for data that is not in this format
   */
  decode(data: Uint8Array): RuntimeObject;
  /**
   * Decodes a watch event.
   * @param data the event without its length prefix
   */
  decodeEvent(data: Uint8Array): { readonly type: string; readonly object: RuntimeObject };
}
