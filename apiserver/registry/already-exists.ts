import { newAlreadyExists, type Qualified } from "../errors/index.js";
import { failure } from "../errors/status-error.js";
import type { KeyValue } from "../storage/index.js";
import { isTerminating } from "./deletion.js";
import type { ObjectCodec } from "./object-codec.js";

/**
 * Returns the error for a create whose name exists already.
 * @param item the existing object; undefined if it was deleted in the meantime
 */
export function alreadyExists(
  codec: ObjectCodec,
  resource: Qualified,
  name: string,
  item: KeyValue | undefined,
): Error {
  const error = newAlreadyExists(resource, name);
  if (item === undefined || !isBeingDeleted(codec, item)) return error;
  return failure({
    ...error.status,
    code: error.code,
    message: `object is being deleted: ${error.message}`,
    reason: "AlreadyExists",
  });
}

/** Reports whether an object has a deletion timestamp; false for an unreadable object. */
function isBeingDeleted(codec: ObjectCodec, item: KeyValue): boolean {
  try {
    return isTerminating(codec.decode(item).metadata);
  } catch {
    return false;
  }
}
