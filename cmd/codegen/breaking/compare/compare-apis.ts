import { compareText } from "../../../../engine/problem.js";
import type { API, Kind } from "../form/api.js";
import { sortChanges, type Change } from "../form/change.js";
import type { Accepts } from "../form/value-range.js";
import { compareLosses } from "./compare-losses.js";
import { compareResources } from "./compare-resources.js";
import { compareStorage } from "./compare-storage.js";
import { compareValues } from "./compare-values.js";
import { droppedTooEarly } from "./dropped-too-early.js";

export interface Comparison {
  readonly accepts: Accepts;
  /** The present release, such as 1.37. */
  readonly release?: string;
  /** Reports whether the kinds of a folder are compared. */
  readonly isWanted?: (folder: string) => boolean;
}

/**
 * Compares two states of an API: each served version with itself, and what conversions lose. The
 * changes are sorted by their positions in the new state.
 */
export function compareAPIs(old: API, now: API, comparison: Comparison): readonly Change[] {
  const { isWanted = () => true } = comparison;
  const kindsOf = (api: API): ReadonlyMap<string, Kind> =>
    new Map(
      api.kinds
        .toSorted((a, b) => compareText(idOf(a), idOf(b)))
        .filter(({ folder }) => isWanted(folder))
        .map((kind) => [idOf(kind), kind]),
    );
  const [before, after] = [kindsOf(old), kindsOf(now)];
  const pairs = [...before].flatMap(([id, kind]) => {
    const same = after.get(id);
    return same === undefined ? [] : [[kind, same] as const];
  });
  return sortChanges([
    ...removals([...before.values()], [...after.values()], comparison.release),
    ...pairs.flatMap(([kind, same]) => compareResources(kind, same)),
    ...compareValues(pairs, comparison.accepts),
    ...compareLosses(old, now, after),
    ...compareStorage([...before.values()], [...after.values()], now.losses),
  ]);
}

function idOf({ group, version, name }: Kind): string {
  return `${group}/${version}/${name}`;
}

/** Returns the versions and kinds that do not exist any more. A removed version is one change. */
function removals(old: readonly Kind[], now: readonly Kind[], release: string | undefined): readonly Change[] {
  const ids = new Set(now.map(idOf));
  const versions = new Map<string, Kind[]>();
  for (const kind of old) {
    const id = `${kind.group}/${kind.version}`;
    versions.set(id, [...(versions.get(id) ?? []), kind]);
  }
  return [...versions.values()].flatMap((kinds) => {
    const [first] = kinds;
    if (first === undefined) return [];
    const { group, version } = first;
    const kept = now.filter((kind) => kind.group === group && kind.version === version);
    if (kept.length === 0) return [removedVersion(first), ...droppedTooEarly(kinds, release)];
    return kinds.filter((kind) => !ids.has(idOf(kind))).map(removedKind);
  });
}

function removedVersion({ group, version, position }: Kind): Change {
  const name = group === "" ? version : `${group}/${version}`;
  return {
    code: "removed-version",
    severity: "breaking",
    kind: version,
    path: "",
    position,
    message: `the version ${name} was removed: its clients get an error, and objects that are stored in it cannot be read`,
    hint: "serve the version until no client uses it and no object is stored in it",
  };
}

function removedKind({ name, version, position }: Kind): Change {
  return {
    code: "removed-kind",
    severity: "breaking",
    kind: `${version}.${name}`,
    path: "",
    position,
    message: `the kind ${name} of ${version} was removed`,
    hint: "keep the kind in this version, and leave it out of a new version",
  };
}
