import { comparePathElements, type PathElement } from "./path-element.js";
import { serializePathElement } from "./serialize-path-element.js";

/**
 * A node in the tree of a field set: the members below one path. Several sets can share a node, so
 * nodes are not mutated, with one exception: the set that `owner` marks may add entries to the
 * node.
 */
export interface SetNode {
  readonly entries: Map<string, SetEntry>;
  readonly owner: object | undefined;
  /** The entries in Go's order; undefined until they are needed for the first time. */
  sorted: readonly SetEntry[] | undefined;
}

/** A path element in a node. The element is a member of the set, a parent of members, or both. */
export interface SetEntry {
  readonly element: PathElement;
  readonly member: boolean;
  /** The node with the members below the element; undefined if there are none. */
  readonly child: SetNode | undefined;
}

/** Returns a new node. The caller may mutate the entries until it passes the node to other code. */
export function newNode(entries: Map<string, SetEntry> = new Map(), owner?: object): SetNode {
  return { entries, owner, sorted: undefined };
}

export const emptyNode: SetNode = newNode();

/** The first character of entry keys that are not names of fields. */
const mark = "\u0000";

/**
 * Returns the key of an element in the entries of a node. For almost every field, this key is the
 * field's name, so that no new string is needed.
 */
export function entryKey(element: PathElement): string {
  if ("fieldName" in element) return fieldKey(element.fieldName);
  if (!("key" in element || "value" in element || "index" in element)) return mark;
  const text = serializePathElement(element);
  // The numbers -0 and 0 are equal, so they must have the same key. JSON.stringify writes -0 as 0.
  const isExact = !text.includes("-0");
  return mark + (isExact ? text : serializePathElement(JSON.parse(JSON.stringify(element)) as PathElement));
}

/**
 * Returns the key of a field in the entries of a node: the name of the field, with a prefix if the
 * name starts with `mark`.
 */
export function fieldKey(name: string): string {
  return name.startsWith(mark) ? `${mark}f:${name}` : name;
}

/** Returns the entries of a node in Go's order: fields, keys, values, indexes. */
export function sortedEntries(node: SetNode): readonly SetEntry[] {
  return (node.sorted ??= sortedByElement([...node.entries.values()]));
}

function sortedByElement(entries: SetEntry[]): readonly SetEntry[] {
  return entries.length < 2 ? entries : entries.sort((a, b) => comparePathElements(a.element, b.element));
}

/** Reports whether a node has no members. */
export function isEmptyNode(node: SetNode): boolean {
  return node.entries.size === 0;
}

/** Returns the number of members in a node and below it. */
export function countMembers(node: SetNode): number {
  let size = 0;
  for (const { member, child } of node.entries.values())
    size += Number(member) + (child === undefined ? 0 : countMembers(child));
  return size;
}

/** Reports whether two nodes have the same members. */
export function equalNodes(a: SetNode, b: SetNode): boolean {
  if (a === b) return true;
  if (a.entries.size !== b.entries.size) return false;
  for (const [key, left] of a.entries) {
    const right = b.entries.get(key);
    if (right === undefined || left.member !== right.member) return false;
    if (left.child === undefined ? right.child !== undefined : !hasEqualChild(left.child, right.child)) return false;
  }
  return true;
}

function hasEqualChild(left: SetNode, right: SetNode | undefined): boolean {
  return right !== undefined && equalNodes(left, right);
}
