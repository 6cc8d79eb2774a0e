import type { APIKind } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import { compareKindValues } from "./compare-values.js";
import { isSameKind } from "../form/kinds.js";

/**
 * Codes of changes that affect an object of the replaced version when it is read or written in the
 * new version.
 */
const affecting: ReadonlySet<string> = new Set([
  ...["tightened-rule", "removed-enum-member", "changed-type", "optional-to-required", "new-required-field"],
  ...["changed-default", "removed-default"],
]);

/**
 * Compares each kind of a new version with the version that it replaces, in which stored objects
 * may exist. The effect of each difference is unknown, because a conversion may handle it.
 * Properties that the new version lacks are reported by the comparison of losses.
 */
export function compareNewVersions(old: readonly APIKind[], now: readonly APIKind[]): readonly StateChange[] {
  return now.flatMap((kind) => {
    const before = old.filter((other) => isSameKind(other, kind));
    const replaced = before.find(({ isStored }) => isStored);
    if (replaced === undefined || before.some(({ version }) => version === kind.version)) return [];
    return compareKindValues(replaced, kind)
      .filter(({ code, severity }) => affecting.has(code) && severity !== "compatible")
      .map((change): StateChange => ({
        ...change,
        severity: "unknown",
        message: `${change.message}: the server can refuse or read an object of ${replaced.version} differently in ${kind.version}`,
        hint: `check that the conversion from ${replaced.version} makes such objects valid and preserves their meaning`,
        samples: 0,
      }));
  });
}
