import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import { newInternalError, qualifiedString, type Qualified } from "../errors/index.js";
import { StatusError, failure } from "../errors/status-error.js";

/**
 * Error (500) for a stored object that cannot be read, with the message of Go's
 * storage.NewCorruptObjError.
 */
export class UnreadableObjectError extends StatusError {
  readonly key: string;
  /** Reason why the object cannot be read, with the message of Go's corruptObjectError. */
  readonly why: string;

  constructor(key: string, why: string) {
    super(newInternalError(corruptObject(key, why)).status);
    this.key = key;
    this.why = why;
  }
}

/**
 * Returns the error of a list with unreadable objects.
 * @param isCut true if the list was not read to its end, so that it may have more unreadable
 *   objects
 */
export function newStoreReadError(
  resource: Qualified,
  found: readonly UnreadableObjectError[],
  isCut: boolean,
): StatusError {
  const causes = found.map(({ key, why }) => ({
    reason: "UnexpectedServerResponse",
    message: corruptObject(key, why),
    field: key,
  }));
  const more = causes.length > 1 ? ` (and ${causes.length - 1} more)` : "";
  return failure({
    code: 500,
    reason: "StorageReadError",
    message: `failed to read one or more ${qualifiedString(resource)} from the storage: ${causes[0]?.message ?? ""}${more}`,
    details: {
      name: "list",
      group: resource.group,
      kind: resource.name,
      causes: isCut
        ? [...causes, { reason: "FieldValueTooMany", message: "too many errors, the list is truncated" }]
        : causes,
    },
  });
}

/** Returns the error that ends a watch when an unreadable object was deleted. */
export function newCorruptDeletion({ why }: UnreadableObjectError): StatusError {
  return failure({
    code: 500,
    reason: "StorageReadError",
    message: `saw a DELETED event, but object data is corrupt - ${why}`,
  });
}

function corruptObject(key: string, why: string): string {
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`;
}

/**
 * Returns an object for admission in place of a stored object that cannot be decoded. It has only
 * the name and the namespace of the path.
 */
export function unreadableObject({ namespace }: RequestContext, name: string): APIObject {
  return { kind: "", apiVersion: "", metadata: { name, ...(namespace === "" ? {} : { namespace }) } };
}
