import { emptyNode, isEmptyNode, newNode, type SetEntry, type SetNode } from "./set-node.js";

/** Returns a node with the members that are in at least one of two nodes. */
export function unionOfSets(a: SetNode, b: SetNode): SetNode {
  if (a === b || isEmptyNode(b)) return a;
  if (isEmptyNode(a)) return b;
  let entries: Map<string, SetEntry> | undefined;
  for (const [key, right] of b.entries) {
    const left = a.entries.get(key);
    const entry = left === undefined ? right : unionOfEntries(left, right);
    if (entry === left) continue;
    entries ??= new Map(a.entries);
    entries.set(key, entry);
  }
  return entries === undefined ? a : newNode(entries);
}

function unionOfEntries(left: SetEntry, right: SetEntry): SetEntry {
  return changedEntry(left, left.member || right.member, unionOfChildren(left.child, right.child));
}

function unionOfChildren(left: SetNode | undefined, right: SetNode | undefined): SetNode | undefined {
  if (left === undefined) return right;
  return right === undefined ? left : unionOfSets(left, right);
}

/**
 * Returns a node with the members that are in any of the nodes. The time is linear in the number of
 * entries. Calling `unionOfSets` repeatedly would be slower, because each call copies the previous
 * result.
 */
export function unionOfAll(nodes: readonly SetNode[]): SetNode {
  const [first = emptyNode, second, ...others] = nodes;
  if (second === undefined) return first;
  if (others.length === 0) return unionOfSets(first, second);
  const groups = new Map<string, SetEntry[]>();
  for (const { entries } of nodes)
    for (const [key, entry] of entries) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  return newNode(new Map(Array.from(groups, ([key, group]) => [key, unionOfGroup(group)])));
}

function unionOfGroup([first, ...others]: readonly SetEntry[]): SetEntry {
  // A group has at least one entry, so the first entry exists.
  const entry = first as SetEntry;
  if (others.length === 0) return entry;
  const group = [entry, ...others];
  const children = group.flatMap(({ child }) => (child === undefined ? [] : [child]));
  const isMember = group.some(({ member }) => member);
  return changedEntry(entry, isMember, children.length === 0 ? undefined : unionOfAll(children));
}

/** Returns a node with the members that are in both nodes. */
export function intersectionOf(a: SetNode, b: SetNode): SetNode {
  if (a === b) return a;
  const entries = new Map<string, SetEntry>();
  for (const [key, left] of a.entries) {
    const right = b.entries.get(key);
    if (right === undefined) continue;
    const child =
      left.child === undefined || right.child === undefined ? undefined : intersectionOf(left.child, right.child);
    addEntry(entries, key, changedEntry(left, left.member && right.member, nonEmpty(child)));
  }
  return entries.size === 0 ? emptyNode : newNode(entries);
}

/**
 * Returns a node with the members of `a` that are not in `b`. The result can contain paths below
 * members of `b`.
 */
export function differenceOf(a: SetNode, b: SetNode): SetNode {
  return without(a, b, (left, right) =>
    left.child === undefined || right.child === undefined
      ? left.child
      : nonEmpty(differenceOf(left.child, right.child)),
  );
}

/** Returns a node with the members of `a` that are neither in `b` nor below a member of `b`. */
export function recursiveDifferenceOf(a: SetNode, b: SetNode): SetNode {
  return without(a, b, (left, right) => {
    if (right.member) return undefined;
    if (left.child === undefined || right.child === undefined) return left.child;
    return nonEmpty(recursiveDifferenceOf(left.child, right.child));
  });
}

function without(a: SetNode, b: SetNode, childOf: (left: SetEntry, right: SetEntry) => SetNode | undefined): SetNode {
  if (isEmptyNode(b)) return a;
  let entries: Map<string, SetEntry> | undefined;
  for (const [key, left] of a.entries) {
    const right = b.entries.get(key);
    if (right === undefined) continue;
    const entry = changedEntry(left, left.member && !right.member, childOf(left, right));
    if (entry === left) continue;
    entries ??= new Map(a.entries);
    entries.delete(key);
    addEntry(entries, key, entry);
  }
  return entries === undefined ? a : newNode(entries);
}

function changedEntry(entry: SetEntry, member: boolean, child: SetNode | undefined): SetEntry {
  if (entry.member === member && entry.child === child) return entry;
  return { element: entry.element, member, child };
}

function addEntry(entries: Map<string, SetEntry>, key: string, entry: SetEntry): void {
  if (entry.member || entry.child !== undefined) entries.set(key, entry);
}

function nonEmpty(node: SetNode | undefined): SetNode | undefined {
  return node === undefined || isEmptyNode(node) ? undefined : node;
}

/** Returns a node with the members that have no other members below them. */
export function leavesOf(node: SetNode): SetNode {
  const entries = new Map<string, SetEntry>();
  for (const [key, entry] of node.entries) {
    const { child } = entry;
    entries.set(key, child === undefined ? entry : changedEntry(entry, false, leavesOf(child)));
  }
  return newNode(entries);
}
