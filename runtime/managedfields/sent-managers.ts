import type { ManagedFieldsEntry } from "../meta/v1/types.js";
import { decodeManagedFields, noManagers, type Managed } from "./managed.js";

/**
 * Returns the managers before a write: those that the client sends, or those of the old object if
 * the client sends none or wrong ones.
 *
 * @param live managedFields of the old object
 * @param sent managedFields of the request; undefined for a write of a subresource, which cannot
 * set them
 */
export function managersOf(
  live: readonly ManagedFieldsEntry[],
  sent: readonly ManagedFieldsEntry[] | undefined,
): Managed {
  if (sent === undefined) return managedOrNone(live);
  if (isReset(sent)) return noManagers;
  const managed = managedOrNone(sent);
  // A client that does not know managedFields must not remove them by accident.
  return managed.fields.size === 0 ? managedOrNone(live) : managed;
}

/**
 * Reports whether a client wants to remove all managers: by an empty list, or by one empty entry.
 */
function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first] = entries;
  if (first === undefined) return true;
  return (
    entries.length === 1 &&
    (first.operation ?? "") === "" &&
    Object.entries(first).every(([name, value]) => isZero(name, value))
  );
}

/** Reports whether a property has its zero value. An empty time is not the same as no time. */
function isZero(name: string, value: unknown): boolean {
  return value === undefined || (value === "" && name !== "time");
}

function managedOrNone(entries: readonly ManagedFieldsEntry[]): Managed {
  try {
    return decodeManagedFields(entries);
  } catch {
    return noManagers;
  }
}
