import type { ObjectEvent } from "../../registry/watched-collection.js";
import type { KeyValue } from "../../storage/index.js";
import type { RequestScope } from "../scope.js";

/**
 * Minimum number of bytes of stored objects in a part of the initial events, except for the last
 * part.
 */
const partBytes = 128 * 1024;

/**
 * Yields the ADDED events for existing objects with which a watch begins, in parts. The objects of
 * a part are decoded when the part is requested. A watch with a slow client therefore keeps only
 * one part in memory.
 */
export function* initialEvents(
  { store }: Pick<RequestScope, "store">,
  items: readonly KeyValue[],
): Generator<readonly ObjectEvent[], void> {
  let part: ObjectEvent[] = [];
  let bytes = 0;
  for (const item of items) {
    part.push({ type: "ADDED", object: store.objectOf(item) });
    bytes += item.value.length;
    if (bytes < partBytes) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}
