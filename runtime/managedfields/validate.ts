import type { ManagedFieldsEntry } from "../meta/v1/types.js";
import { decodeManagedFields } from "./managed.js";

/**
 * Checks the managers of an object.
 *
 * @throws Error with Go's text for the first wrong entry
 */
export function validateManagedFields(entries: readonly ManagedFieldsEntry[]): void {
  decodeManagedFields(entries);
}
