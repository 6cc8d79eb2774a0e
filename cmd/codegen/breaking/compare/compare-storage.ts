import type { APIKind, LostProperty } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import { changeOfKind, isSameKind } from "../form/kinds.js";
import { isLoss, isLossOf } from "./compare-losses.js";

/** Returns a change for each kind whose objects are now stored in another version. */
export function compareStorage(
  old: readonly APIKind[],
  now: readonly APIKind[],
  losses: readonly LostProperty[],
): readonly StateChange[] {
  return old
    .filter(({ isStored }) => isStored)
    .flatMap((before): readonly StateChange[] => {
      const versions = now.filter((kind) => isSameKind(kind, before));
      const after = versions.find(({ isStored }) => isStored);
      const kept = versions.find(({ version }) => version === before.version);
      // If the old storage version was removed, its removal is reported instead.
      if (after === undefined || kept === undefined || after.version === before.version) return [];
      const lossy = [before, after].filter((kind) => losses.some((loss) => isLoss(loss) && isLossOf(loss, kind)));
      const detail = `the storage version changed from ${before.version} to ${after.version}`;
      const reason = lossy.map(({ version }) => `a conversion of ${version} loses properties`).join(", ");
      return [
        changeOfKind(after, {
          code: "changed-storage-version",
          severity: lossy.length === 0 ? "compatible" : "breaking",
          message: `${after.name}: ${detail}${reason === "" ? "" : `, and ${reason}`}`,
        }),
      ];
    });
}
