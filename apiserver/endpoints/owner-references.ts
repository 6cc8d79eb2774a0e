import type { ObjectMeta, OwnerReference } from "@apimachinery/runtime";
import type { APIRequest } from "../request/api-request.js";

/**
 * Removes duplicate owner references in place, and adds a warning with their uids. Two references
 * are duplicates if all their properties are equal.
 * @param when state of the references, for the warning: as the client sent them, or after mutating
 *   admission
 */
export function deduplicateOwnerReferences(
  metadata: ObjectMeta,
  request: APIRequest,
  when: "as sent" | "after admission",
): void {
  const { ownerReferences = [] } = metadata;
  const seen = new Set<string>();
  const duplicates: string[] = [];
  const kept = ownerReferences.filter((reference) => {
    const key = keyOf(reference);
    if (seen.has(key)) duplicates.push(reference.uid);
    return !seen.has(key) && seen.add(key);
  });
  if (duplicates.length === 0) return;
  metadata.ownerReferences = kept;
  const happened = when === "as sent" ? "" : " after mutating admission happens";
  request.warnings.add(
    `.metadata.ownerReferences contains duplicate entries${happened}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(", ")}`,
  );
}

function keyOf({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference): string {
  return JSON.stringify([apiVersion, kind, name, uid, controller ?? null, blockOwnerDeletion ?? null]);
}
