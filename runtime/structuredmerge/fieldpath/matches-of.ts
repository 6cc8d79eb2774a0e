import { anyPathElement, type SetMatcher } from "./set-matcher.js";
import { entryKey, isEmptyNode, newNode, type SetEntry, type SetNode } from "./set-node.js";

/**
 * Returns a node with the members that match a matcher. Source:
 * `fieldpath.Set.FilterIncludeMatches`.
 */
export function matchesOf(node: SetNode, matcher: SetMatcher): SetNode {
  if (matcher === "*") return node;
  const members = matcher.map(({ path, child }) => ({ key: path === anyPathElement ? path : entryKey(path), child }));
  const anyMember = members.find((member) => member.key === anyPathElement);
  const entries = new Map<string, SetEntry>();
  for (const [key, entry] of node.entries) {
    const match = anyMember ?? members.find((member) => member.key === key);
    if (match === undefined) continue;
    const child = entry.child === undefined ? undefined : matchesOf(entry.child, match.child);
    const below = child === undefined || isEmptyNode(child) ? undefined : child;
    if (entry.member || below !== undefined)
      entries.set(key, { element: entry.element, member: entry.member, child: below });
  }
  return newNode(entries);
}
