import type { ObjectEvent } from "../../registry/watched-collection.js";
import type { KeyValue } from "../../storage/index.js";
import type { RequestScope } from "../scope.js";

/** Number of bytes of stored objects from which a part of the initial events is complete. */
const partBytes = 128 * 1024;

/**
 * Yields the events with which a watch begins: the existing objects, in parts. The objects of a
 * part are decoded when it is requested, so a watch whose client reads slowly needs memory for one
 * part only.
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
