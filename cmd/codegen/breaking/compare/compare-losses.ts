import type { API, APIKind, LostProperty } from "../form/api.js";
import type { StateChange } from "../form/change.js";

/**
 * Returns the properties that conversions lose in the new state but not in the old state. A loss in
 * a new version is reported if a version of the old state has the property.
 */
export function compareLosses(old: API, now: API, kinds: ReadonlyMap<string, APIKind>): readonly StateChange[] {
  const known = new Set(old.losses.filter(isLost).map(keyOf));
  const lost = now.losses.filter(isLost);
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
          {
            code: "lost-in-conversion",
            severity: "breaking",
            group: loss.group,
            kind: `${loss.version}.${loss.kind}`,
            path: loss.path,
            position: kind.position,
            message: `${loss.kind}.${loss.path} is lost in the conversion ${trip}: ${loss.because}`,
            hint: "add the property to the peer type, write a conversion function, or preserve the value in an annotation: +k8s:conversion-gen:preserve=annotation",
          },
        ];
      })
  );
}

function isLost({ certainty }: LostProperty): boolean {
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

function hasPath(value: APIKind["value"], path: string): boolean {
  const steps = path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
  let places: readonly APIKind["value"][] = [value];
  for (const step of steps) places = places.flatMap((place) => partsAt(place, step));
  return places.length > 0;
}

function partsAt({ shape }: APIKind["value"], step: string): readonly APIKind["value"][] {
  switch (shape.kind) {
    case "list":
      return step === "[]" ? [shape.item()] : [];
    case "tuple":
      return step === "[]" ? shape.items() : [];
    case "map":
      return step === "{}" ? [shape.value()] : [];
    case "object": {
      const field = shape.fields().get(step);
      return field === undefined ? [] : [field.value()];
    }
    case "union":
      return [...shape.members.values()].flatMap((member) => partsAt(member(), step));
    default:
      return [];
  }
}
