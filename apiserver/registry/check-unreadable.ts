import { newConflict, type Qualified } from "../errors/index.js";
import type { KeyValue } from "../storage/index.js";
import type { ObjectCodec } from "./object-codec.js";

/**
 * Checks that a stored object is unreadable.
 * @throws StatusError 409 for a readable object, with the message of Go's storage
 */
export function checkUnreadable(codec: ObjectCodec, resource: Qualified, item: KeyValue, name: string): void {
  try {
    codec.decode(item);
  } catch {
    return;
  }
  const why = "unsafe deletion is not allowed because the object is decodable from storage";
  throw newConflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${item.key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}
