import { orderStrings } from "../../../../engine/base/problem.js";
import type { API, APIKind } from "../form/api.js";
import { groupBy } from "../../../../engine/util/group-by.js";
import { changeOfKind, sortChanges, withHint, type StateChange } from "../form/change.js";
import { compareLosses, compareNewVersions, compareStorage } from "./compare-losses.js";
import { compareFunctions } from "./compare-functions.js";
import { compareNames, compareServing } from "./compare-resources.js";
import { compareKindValues } from "./compare-values.js";

export interface APIComparison {
  /**
   * The unit in which versions are removed: a whole group, or a single CustomResourceDefinition.
   */
  readonly unit: "group" | "definition";
  /**
   * Release of the project, such as 1.37. If absent, the removal of a version with a known release
   * of deprecation is not checked.
   */
  readonly release?: string;
  /** Reports whether the kinds in a folder are compared. The default is all kinds. */
  readonly isWanted?: (folder: string) => boolean;
}

/**
 * Compares two states of an API: the served kinds and versions, their names, subresources, columns
 * and types, the storage versions, the hand-written functions, and the fields that conversions
 * lose. The changes are sorted by their positions. A change in a shared type is reported for each
 * kind that uses the type.
 */
export function compareAPIs(old: API, now: API, comparison: APIComparison): readonly StateChange[] {
  const { isWanted = () => true } = comparison;
  const kindsOf = (api: API): ReadonlyMap<string, APIKind> =>
    new Map(
      api.kinds
        .toSorted((a, b) => orderStrings(idOf(a), idOf(b)))
        .filter(({ folder }) => isWanted(folder))
        .map((kind) => [idOf(kind), kind]),
    );
  const [oldKinds, kinds] = [kindsOf(old), kindsOf(now)];
  const pairs = [...oldKinds].flatMap(([id, kind]) => {
    const same = kinds.get(id);
    return same === undefined ? [] : [[kind, same] as const];
  });
  return sortChanges([
    ...removals([...oldKinds.values()], [...kinds.values()], comparison),
    ...resources(pairs, comparison.unit),
    ...pairs.flatMap(([before, after]) => compareKindValues(before, after)),
    ...compareNewVersions([...oldKinds.values()], [...kinds.values()]),
    ...compareLosses(old, now, kinds),
    ...compareFunctions(old, now, isWanted),
    ...compareStorage([...oldKinds.values()], [...kinds.values()], now.losses),
  ]).map(withHint);
}

function idOf({ group, version, name }: APIKind): string {
  return `${group}/${version}/${name}`;
}

/**
 * Compares the names and resources of kinds. In a group, the names of a kind can differ between its
 * versions. All versions of a CustomResourceDefinition have the same names, so they are compared
 * once.
 */
function resources(
  pairs: readonly (readonly [APIKind, APIKind])[],
  unit: APIComparison["unit"],
): readonly StateChange[] {
  const definitions = new Map(pairs.toReversed().map((pair) => [`${pair[1].group}/${pair[1].name}`, pair]));
  const named = unit === "group" ? pairs : [...definitions.values()];
  return [
    ...named.flatMap(([old, now]) => compareNames(old, now)),
    ...pairs.flatMap(([old, now]) => compareServing(old, now)),
  ];
}

/**
 * Returns a change for each removed kind, and for each version that was removed too early. The
 * removal of a version of a group is one change for all its kinds.
 */
function removals(
  old: readonly APIKind[],
  now: readonly APIKind[],
  { release, unit }: APIComparison,
): readonly StateChange[] {
  const ids = new Set(now.map(idOf));
  if (unit === "definition") return removedDefinitions(old, now);
  return [...groupBy(old, ({ group, version }) => `${group}/${version}`).values()].flatMap((kinds) => {
    const [first] = kinds;
    if (first === undefined) return [];
    const isKept = now.some(({ group, version }) => group === first.group && version === first.version);
    if (!isKept) return [removedVersion(first), ...droppedTooEarly(kinds, release)];
    return kinds.filter((kind) => !ids.has(idOf(kind))).map(removedKind);
  });
}

/**
 * Returns one change for each removed CustomResourceDefinition, for each removed version of the
 * others, and for each of these versions that was removed too early.
 */
function removedDefinitions(old: readonly APIKind[], now: readonly APIKind[]): readonly StateChange[] {
  const ids = new Set(now.map(idOf));
  return [...groupBy(old, ({ group, name }) => `${group}/${name}`).values()].flatMap((versions) => {
    const [first] = versions;
    if (first === undefined) return [];
    const isKept = now.some(({ group, name }) => group === first.group && name === first.name);
    if (!isKept) return [removedKind(versions.find(({ isStored }) => isStored) ?? first)];
    return versions
      .filter((kind) => !ids.has(idOf(kind)))
      .flatMap((kind) => [removedVersion(kind), ...droppedTooEarly([kind], undefined)]);
  });
}

function removedVersion(kind: APIKind): StateChange {
  const { group, version } = kind;
  return changeOfKind(kind, {
    code: "removed-version",
    severity: "breaking",
    kind: version,
    message: `the version ${group === "" ? version : `${group}/${version}`} was removed: requests of its clients fail, and objects that are stored in this version cannot be read`,
    hint: "serve the version until no client uses the version and no object is stored in it",
  });
}

function removedKind(kind: APIKind): StateChange {
  return changeOfKind(kind, {
    code: "removed-kind",
    severity: "breaking",
    message: `the kind ${kind.name} of ${kind.version} was removed`,
    hint: "keep the kind in this version, and remove it in a new version",
  });
}

/** Number of minor releases between the deprecation of a beta version and its removal. */
const minorReleases = 3;

/**
 * Returns a change if Kubernetes' deprecation policy does not allow the removal of a version. The
 * policy forbids the removal of a stable version, and of a beta version earlier than three minor
 * releases after its deprecation.
 * @param release the current release. If undefined, deprecated versions are not checked
 */
function droppedTooEarly(kinds: readonly APIKind[], release: string | undefined): readonly StateChange[] {
  const reasons = kinds.flatMap((kind) => reasonOf(kind, release) ?? []);
  const [first] = kinds;
  const [reason] = reasons;
  if (first === undefined || reason === undefined) return [];
  return [
    changeOfKind(first, {
      code: "dropped-too-early",
      severity: "breaking",
      kind: first.version,
      message: reason,
      hint: "serve the version until Kubernetes' deprecation policy allows its removal",
    }),
  ];
}

function reasonOf({ version, name, lifecycle }: APIKind, release: string | undefined): string | undefined {
  if (/^v\d+$/.test(version)) return `${version} was removed, but a stable version must never be removed`;
  if (!/^v\d+beta\d+$/.test(version)) return undefined;
  const deprecated = lifecycle?.deprecated;
  if (deprecated === undefined) return `${name} of ${version} was removed, but no release has deprecated it`;
  if (deprecated === true) return undefined;
  const allowed = later(deprecated, minorReleases);
  if (release === undefined || isBefore(allowed, release) || allowed === release) return undefined;
  return `${name} of ${version} was deprecated in ${deprecated}, so it can be removed in ${allowed} at the earliest, but this release is ${release}`;
}

function later(release: string, count: number): string {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  return `${String(major)}.${String(minor + count)}`;
}

function isBefore(a: string, b: string): boolean {
  const [majorA = 0, minorA = 0] = a.split(".").map(Number);
  const [majorB = 0, minorB = 0] = b.split(".").map(Number);
  return majorA < majorB || (majorA === majorB && minorA < minorB);
}
