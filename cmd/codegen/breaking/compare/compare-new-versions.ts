import type { Kind } from "../form/api.js";
import type { Change } from "../form/change.js";
import type { Accepts } from "../form/value-range.js";
import { compareValues } from "./compare-values.js";

/** Changes that affect an object of the old version when it is read and written in the new one. */
const affecting: ReadonlySet<string> = new Set([
  ...["tightened-rule", "removed-enum-member", "changed-type", "optional-to-required", "new-required-field"],
  ...["changed-default", "removed-default"],
]);

/**
 * Compares each kind of a new version with the version that it replaces, in which objects were
 * stored. A conversion can make up for each difference, so their effect is unknown. The comparison
 * of losses reports properties that the new version lacks.
 */
export function compareNewVersions(old: readonly Kind[], now: readonly Kind[], accepts: Accepts): readonly Change[] {
  const isSame = (a: Kind, b: Kind): boolean => a.group === b.group && a.name === b.name;
  return now.flatMap((kind) => {
    const before = old.filter((other) => isSame(other, kind));
    const replaced = before.find(({ isStored }) => isStored);
    if (replaced === undefined || before.some(({ version }) => version === kind.version)) return [];
    return compareValues(replaced, kind, accepts)
      .filter(({ code, severity }) => affecting.has(code) && severity !== "compatible")
      .map((change): Change => ({
        ...change,
        severity: "unknown",
        message: `${change.message}: an object of ${replaced.version} can have another answer in ${kind.version}`,
        hint: `check that the conversion from ${replaced.version} makes such objects valid and keeps their meaning`,
        samples: 0,
      }));
  });
}
