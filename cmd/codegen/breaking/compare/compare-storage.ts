import type { APIKind, LostProperty } from "../form/api.js";
import type { StateChange } from "../form/change.js";

/** Returns a change for each kind whose objects are now stored in another version. */
export function compareStorage(
  old: readonly APIKind[],
  now: readonly APIKind[],
  losses: readonly LostProperty[],
): readonly StateChange[] {
  return old
    .filter(({ isStored }) => isStored)
    .flatMap((before): readonly StateChange[] => {
      const isSame = (kind: APIKind): boolean => kind.group === before.group && kind.name === before.name;
      const after = now.find((kind) => isSame(kind) && kind.isStored);
      const kept = now.find((kind) => isSame(kind) && kind.version === before.version);
      // If the old storage version was removed, its removal is reported instead.
      if (after === undefined || kept === undefined || after.version === before.version) return [];
      const lossy = [before, after].filter(({ version }) => losses.some((loss) => isLossIn(loss, before, version)));
      const detail = `the storage version changed from ${before.version} to ${after.version}`;
      const reason = lossy.map(({ version }) => `a conversion of ${version} loses properties`).join(", ");
      return [
        {
          code: "changed-storage-version",
          severity: lossy.length === 0 ? "compatible" : "breaking",
          group: after.group,
          kind: `${after.version}.${after.name}`,
          path: "",
          position: after.position,
          message: `${after.name}: ${detail}${reason === "" ? "" : `, and ${reason}`}`,
        },
      ];
    });
}

function isLossIn({ group, kind, version, certainty }: LostProperty, of: APIKind, inVersion: string): boolean {
  return (
    group === of.group && kind === of.name && version === inVersion && (certainty === "lost" || certainty === "invalid")
  );
}
