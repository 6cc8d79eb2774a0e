import type { API, APIKind, APIValue, LostProperty } from "../form/api.js";
import { changeOfKind, isSameKind, type StateChange } from "../form/change.js";
import { parseSteps, partsAt } from "../form/parts.js";
import { compareKindValues } from "./compare-values.js";

/**
 * Returns the properties that conversions lose in the new state but not in the old state. A loss in
 * a new version is reported if a version of the old state has the property.
 */
export function compareLosses(old: API, now: API, kinds: ReadonlyMap<string, APIKind>): readonly StateChange[] {
  const known = new Set(old.losses.filter(isLoss).map(keyOf));
  const lost = now.losses.filter(isLoss);
  const ofVersions = new Set(lost.filter(({ fromVersion }) => fromVersion).map(keyOf));
  return (
    lost
      .filter((loss) => !known.has(keyOf(loss)))
      // A property that is lost in both directions is reported once.
      .filter((loss) => loss.fromVersion || !ofVersions.has(keyOf({ ...loss, fromVersion: true })))
      .flatMap((loss): readonly StateChange[] => {
        const kind = kinds.get(`${loss.group}/${loss.version}/${loss.kind}`);
        if (kind === undefined || isOfNewField(loss, old)) return [];
        const trip = loss.fromVersion
          ? `from ${loss.version} to the hub and back`
          : `from the hub to ${loss.version} and back`;
        return [
          changeOfKind(kind, {
            code: "lost-in-conversion",
            severity: "breaking",
            path: loss.path,
            message: `${loss.kind}.${loss.path} is lost in the conversion ${trip}: ${loss.because}`,
            hint: remedyOf(loss),
          }),
        ];
      })
  );
}

/**
 * Returns the hint for a loss. An annotation can preserve only values of the hub for which the
 * version has no property.
 */
function remedyOf({ fromVersion, certainty }: LostProperty): string {
  const remedy = "add the property to the peer type, or write a conversion function";
  return fromVersion || certainty === "invalid"
    ? remedy
    : `${remedy}, or preserve the value in an annotation: +k8s:conversion-gen:preserve=annotation`;
}

/**
 * Reports whether a value is lost or becomes invalid, and is not preserved in an annotation or
 * converted by a hand-written function.
 */
function isLoss({ certainty }: LostProperty): boolean {
  return certainty === "lost" || certainty === "invalid";
}

function keyOf({ group, version, kind, path, fromVersion }: LostProperty): string {
  return [group, version, kind, path, String(fromVersion)].join(" ");
}

/** Reports whether a property is new in all versions. No object of the old API can lose it. */
function isOfNewField({ group, kind, path }: LostProperty, old: API): boolean {
  const versions = old.kinds.filter((one) => one.group === group && one.name === kind);
  return !versions.some(({ value }) => hasPath(value, path));
}

function hasPath(value: APIValue, path: string): boolean {
  let places: readonly APIValue[] = [value];
  for (const step of parseSteps(path))
    places = places.flatMap((place) => (place.shape.kind === "tuple" ? place.shape.items() : partsAt(place, step)));
  return places.length > 0;
}

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
      const lossy = [before, after].filter(({ group, name, version }) =>
        losses.some((loss) => isLoss(loss) && loss.group === group && loss.kind === name && loss.version === version),
      );
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
