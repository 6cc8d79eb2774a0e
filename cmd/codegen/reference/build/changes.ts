import type { JudgedChange } from "../../breaking/accepted.js";
import type { ChangedPlace, GroupReference, APIReference } from "../model.js";

/** Adds the changes since an older state to the kinds and groups of a reference. */
export function addChanges(reference: APIReference, against: string, judged: readonly JudgedChange[]): APIReference {
  const byKind = new Map<string, JudgedChange[]>();
  for (const one of judged) {
    const id = `${one.change.group}/${one.change.kind}`;
    byKind.set(id, [...(byKind.get(id) ?? []), one]);
  }
  const take = (id: string): readonly JudgedChange[] => {
    const found = byKind.get(id) ?? [];
    byKind.delete(id);
    return found;
  };
  const withKinds = reference.groups.map((group) => ({
    ...group,
    versions: group.versions.map((version) => ({
      ...version,
      kinds: version.kinds.map((kind) => ({
        ...kind,
        changes: placesOf(take(`${group.name}/${version.version}.${kind.name}`), ({ path }) => path),
      })),
    })),
  }));
  // The remaining changes are about removed versions and kinds, which have no page.
  const left = [...byKind.values()].flat();
  const groups = withKinds.map((group): GroupReference => {
    const own = left.filter(({ change }) => change.group === group.name);
    return { ...group, changes: placesOf(own, ({ kind }) => kind) };
  });
  const gone = [...new Set(left.map(({ change }) => change.group))].filter(
    (name) => !groups.some((group) => group.name === name),
  );
  return {
    against,
    groups: [...groups, ...gone.map((name) => removedGroup(name, left))],
  };
}

function removedGroup(name: string, left: readonly JudgedChange[]): GroupReference {
  const own = left.filter(({ change }) => change.group === name);
  return {
    name,
    versions: [],
    conversions: { hubIsVersion: false, converted: [] },
    changes: placesOf(own, ({ kind }) => kind),
  };
}

function placesOf(
  judged: readonly JudgedChange[],
  placeOf: (change: JudgedChange["change"]) => string,
): readonly ChangedPlace[] {
  const places = new Map<string, JudgedChange[]>();
  for (const one of judged) {
    const place = placeOf(one.change);
    places.set(place, [...(places.get(place) ?? []), one]);
  }
  return Array.from(places, ([place, changes]) => ({ place, changes }));
}
