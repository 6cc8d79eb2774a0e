import { newAlreadyExists, type Qualified, newGenerateNameConflict } from "../errors/index.js";
import { failure, hasReason } from "../errors/status-error.js";
import type { KeyValue } from "../storage/index.js";
import { isTerminating } from "./deletion.js";
import type { ObjectCodec } from "./object-codec.js";
import type { APIObject } from "../request/api-object.js";

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

/**
 * Creates an object with a generateName. If the generated name exists already, generates another
 * name and tries again. An object with a name keeps it, and only its error differs.
 * @param create generates the name of the given object, unless it has one, and creates it
 * @param copy returns a copy of the object
 * @throws StatusError 409 if the name, or every generated name, exists already
 */
export async function createNamed<T>(
  resource: Qualified,
  copy: () => APIObject,
  create: (object: APIObject) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const object = copy();
    const attempts = (object.metadata.name ?? "") === "" ? 8 : 1;
    try {
      return await create(object);
    } catch (error) {
      if (!hasReason(error, "AlreadyExists")) throw error;
      if (attempt === attempts) throw newGenerateNameConflict(resource, object.metadata.name ?? "", 1);
    }
  }
}
