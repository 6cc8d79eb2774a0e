import type { ManagedFieldsEntry } from "../meta/v1/types.js";
import { decodeManagedFields, noManagers, type Managed } from "./managed.js";

/**
 * Returns the field managers before a write: those in the request, or those of the old object if
 * the request contains no valid managers. A request can also remove all managers, see `isReset`.
 *
 * @param live managedFields of the old object
 * @param sent managedFields of the request; undefined if the request has none, and for a write to a
 * subresource, which cannot set managedFields
 */
export function managersOf(
  live: readonly ManagedFieldsEntry[],
  sent: readonly ManagedFieldsEntry[] | undefined,
): Managed {
  if (sent === undefined) return managedOrNone(live);
  if (isReset(sent)) return noManagers;
  const managed = managedOrNone(sent);
  // Invalid entries must not remove the managers by accident.
  return managed.fields.size === 0 ? managedOrNone(live) : managed;
}

/**
 * Reports whether a request removes all managers. The request does so by an empty list, or by a
 * list with one empty entry.
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

/**
 * Reports whether a property of an entry is empty. As in Go, an empty string counts as empty,
 * except as `time`.
 */
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
