import { comparePathElements, type PathElement } from "./path-element.js";
import { pathElementOf, type PathPart } from "./path.js";

/**
 * A wildcard in a `SetMatcher`, which matches every path element. Source:
 * `fieldpath.MatchAnyPathElement`.
 */
export const anyPathElement: unique symbol = Symbol("any path element");

/**
 * A pattern for paths. `"*"` matches all paths. Otherwise, a path matches if its first element
 * matches the `path` of an entry, and the rest of the path is empty or matches the `child` of this
 * entry. If several entries match the element, only one of them is used, preferably a wildcard.
 * Source: `fieldpath.SetMatcher`.
 */
export type SetMatcher =
  | "*"
  | readonly { readonly path: PathElement | typeof anyPathElement; readonly child: SetMatcher }[];

type MemberMatcher = Exclude<SetMatcher, "*">[number];

/**
 * Returns a matcher for all paths that begin with the given parts. The matcher also matches the
 * paths to the parents: for `a` and `b`, it matches the path `a`.
 *
 * @throws Error if a key has no fields
 */
export function prefixMatcher(...parts: (PathPart | typeof anyPathElement)[]): SetMatcher {
  return parts.reduceRight<SetMatcher>(
    (child, part) => [{ path: part === anyPathElement ? part : pathElementOf(part), child }],
    "*",
  );
}

/**
 * Returns a matcher for the paths that match at least one of two matchers. As in Go, some of these
 * paths can be missing, see `SetMatcher` and `positionOf`. Source: `fieldpath.SetMatcher.Merge`.
 */
export function unitedMatchers(a: SetMatcher, b: SetMatcher): SetMatcher {
  if (a === "*" || b === "*") return "*";
  const members = sortedMembers(a);
  const united: MemberMatcher[] = [...members];
  for (const member of b) {
    const at = positionOf(members, member);
    const same = at === undefined ? undefined : united[at];
    if (at === undefined || same === undefined) united.push(member);
    else united[at] = { path: same.path, child: unitedMatchers(same.child, member.child) };
  }
  return sortedMembers(united);
}

/** Returns the members in Go's order, in which wildcards come first. */
function sortedMembers(members: readonly MemberMatcher[]): readonly MemberMatcher[] {
  return members.toSorted((a, b) => {
    if (a.path === anyPathElement) return b.path === anyPathElement ? 0 : -1;
    return compareMembers(a, b);
  });
}

function compareMembers(a: MemberMatcher, b: MemberMatcher): number {
  if (b.path === anyPathElement) return 1;
  return a.path === anyPathElement ? -1 : comparePathElements(a.path, b.path);
}

/**
 * Returns the index of the member with the same path element; undefined if the search does not find
 * it. As in Go, the binary search expects the opposite order, so it does not find every member.
 * `unitedMatchers` then adds the member a second time, which has no effect, because only the first
 * one is used. This keeps the results equal to those of a Go server.
 */
function positionOf(members: readonly MemberMatcher[], member: MemberMatcher): number | undefined {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareMembers(members[middle] as MemberMatcher, member) > 0) low = middle + 1;
    else high = middle;
  }
  const found = members[low];
  return found !== undefined && compareMembers(found, member) === 0 ? low : undefined;
}
