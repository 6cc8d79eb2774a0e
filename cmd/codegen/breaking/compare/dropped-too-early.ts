import type { APIKind } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import { changeOfKind } from "../form/kinds.js";

/** Number of minor releases between the deprecation of a beta version and its removal. */
const minorReleases = 3;

/**
 * Returns a change if Kubernetes' deprecation policy does not allow the removal of a version. The
 * policy forbids the removal of a stable version, and of a beta version earlier than three minor
 * releases after its deprecation.
 * @param release the current release. If undefined, deprecated versions are not checked
 */
export function droppedTooEarly(kinds: readonly APIKind[], release: string | undefined): readonly StateChange[] {
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
