import type { PathElement } from "./path-element.js";
import type { Path } from "./path.js";
import { emptyNode, entryKey, newNode, type SetEntry, type SetNode } from "./set-node.js";

/**
 * Returns a node with the members of `node` and one more path. If `owner` owns the node, mutates
 * and returns the node itself. Returns the same node if it already has the path.
 */
export function withPath(node: SetNode, path: Path, owner: object, at = 0): SetNode {
  const element = path[at];
  // The empty path is the whole object, which no manager owns.
  if (element === undefined) return node;
  const key = entryKey(element);
  const entry = node.entries.get(key);
  const isLast = at === path.length - 1;
  if (isLast && entry?.member === true) return node;
  const child = isLast ? entry?.child : withPath(entry?.child ?? emptyNode, path, owner, at + 1);
  if (entry !== undefined && !isLast && child === entry.child) return node;
  const owned = node.owner === owner ? node : newNode(new Map(node.entries), owner);
  owned.entries.set(key, { element: entry?.element ?? element, member: isLast || entry?.member === true, child });
  owned.sorted = undefined;
  return owned;
}

/**
 * Adds an element to the entries of a new node. If the entries already contain the element as a
 * member, it remains a member. `child` replaces its child node unless `child` is undefined. An
 * element that would neither be a member nor have a child node is not added.
 *
 * @param key the result of `entryKey` for the element
 */
export function addElement(
  entries: Map<string, SetEntry>,
  element: PathElement,
  member: boolean,
  child: SetNode | undefined,
  key = entryKey(element),
): void {
  const existing = entries.get(key);
  const isMember = member || existing?.member === true;
  if (isMember || child !== undefined) entries.set(key, { element, member: isMember, child: child ?? existing?.child });
}
