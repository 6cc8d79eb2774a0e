import type { ObjectMeta } from "@apimachinery/runtime";
import type { APIRequest } from "../filters/context.js";

/** Leaves one owner reference of each uid, in place, and tells the client where there were more. */
export function deduplicateOwnerReferences(metadata: ObjectMeta, request: APIRequest): void {
  const references = metadata.ownerReferences ?? [];
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const kept = references.filter(({ uid }) => {
    if (seen.has(uid)) repeated.add(uid);
    return !seen.has(uid) && seen.add(uid);
  });
  if (repeated.size === 0) return;
  metadata.ownerReferences = kept;
  request.warnings.add(
    `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(", ")}`,
  );
}
