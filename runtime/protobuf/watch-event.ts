import { newWriter } from "./library.js";

/**
 * Returns an event of a watch as protobuf, without an envelope, as Go writes it
 * (metav1.WatchEvent).
 * @param object an object with its envelope
 */
export function encodeWatchEvent(type: string, object: Uint8Array): Uint8Array {
  return newWriter().uint32(10).string(type).uint32(18).fork().uint32(10).bytes(object).ldelim().finish();
}
