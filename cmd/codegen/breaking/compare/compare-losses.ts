import type { API, APIKind, APIValue, LostProperty } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import { changeOfKind } from "../form/kinds.js";
import { parseSteps, partsAt } from "../form/parts.js";

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

/** An annotation preserves only values of the hub that the version has no property for. */
function remedyOf({ fromVersion, certainty }: LostProperty): string {
  const remedy = "add the property to the peer type, or write a conversion function";
  return fromVersion || certainty === "invalid"
    ? remedy
    : `${remedy}, or preserve the value in an annotation: +k8s:conversion-gen:preserve=annotation`;
}

/** Reports whether a property is lost, and not preserved or converted. */
export function isLoss({ certainty }: LostProperty): boolean {
  return certainty === "lost" || certainty === "invalid";
}

/** Reports whether a loss is one of a kind in a version. */
export function isLossOf({ group, kind, version }: LostProperty, of: APIKind): boolean {
  return group === of.group && kind === of.name && version === of.version;
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
