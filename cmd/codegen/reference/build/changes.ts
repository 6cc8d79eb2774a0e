import { groupBy } from "../../../../engine/util/group-by.js";
import type { JudgedChange } from "../../breaking/accepted.js";
import type { ChangedPlace, GroupReference, APIReference } from "../model.js";

/** Adds the changes since an older state to the kinds and groups of a reference. */
export function addChanges(reference: APIReference, against: string, judged: readonly JudgedChange[]): APIReference {
  const byKind = groupBy(judged, ({ change }) => `${change.group}/${change.kind}`);
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
  const left = groupBy([...byKind.values()].flat(), ({ change }) => change.group);
  const withLeft = <Group extends Pick<GroupReference, "name">>(group: Group) => ({
    ...group,
    changes: placesOf(left.get(group.name) ?? [], ({ kind }) => kind),
  });
  const gone = [...left.keys()].filter((name) => !reference.groups.some((group) => group.name === name));
  return { against, groups: [...withKinds, ...gone.map((name) => ({ name, versions: [] }))].map(withLeft) };
}

function placesOf(
  judged: readonly JudgedChange[],
  placeOf: (change: JudgedChange["change"]) => string,
): readonly ChangedPlace[] {
  return Array.from(
    groupBy(judged, ({ change }) => placeOf(change)),
    ([place, changes]) => ({ place, changes }),
  );
}
