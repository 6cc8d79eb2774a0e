import type { FieldsV1, JSONValue } from "../../values/types.js";
import type { ParseableType } from "../typed/parseable-type.js";
import { withinStack } from "../value/within-stack.js";
import { fieldsOfValue } from "./fields-of-value.js";
import type { PathElement } from "./path-element.js";
import { pathToString, type Path } from "./path.js";
import { readFieldsObject, readFieldsString } from "./read-fields.js";
import {
  differenceOf,
  intersectionOf,
  leavesOf,
  recursiveDifferenceOf,
  unionOfSets,
  unionOfAll,
} from "./set-algebra.js";
import { withPath } from "./set-builder.js";
import { type SetMatcher, anyPathElement } from "./set-matcher.js";
import { withNamedFields } from "./with-named-fields.js";
import {
  emptyNode,
  entryKey,
  equalNodes,
  isEmptyNode,
  countMembers,
  sortedEntries,
  type SetEntry,
  type SetNode,
  newNode,
} from "./set-node.js";
import { writeFieldsObject, writeFieldsString } from "./write-fields.js";

/**
 * A set of paths to fields and list items, such as the fields that a manager owns. A set can
 * contain a path without the path's parents and children. Only `insert` mutates a set; all other
 * functions return new sets. The set iterates over its paths in Go's order: first the members at a
 * path, then the members below it. Source: `fieldpath.Set` of structured-merge-diff.
 */
export class FieldSet implements Iterable<Path> {
  #root: SetNode = emptyNode;
  /**
   * Marks the nodes that only this set uses, so that `insert` may mutate them. Undefined if other
   * sets may use them, too.
   */
  #owner: object | undefined;
  /**
   * The object from which the set was read, if `toJSON` would return an equal object; otherwise
   * undefined.
   */
  #source: FieldsV1 | undefined;

  constructor(...paths: Path[]) {
    for (const path of paths) this.insert(path);
  }

  /** Returns the set with the members of a node. */
  static ofNode(node: SetNode): FieldSet {
    const set = new FieldSet();
    set.#root = node;
    return set;
  }

  /**
   * Returns the paths to all scalars and nulls in a value. An item of a list is identified by those
   * of its properties `id`, `key` and `name` that are scalars; without such a property, it is
   * identified by its index.
   */
  static fromValue(value: JSONValue): FieldSet {
    return FieldSet.ofNode(withinStack(() => fieldsOfValue(value)));
  }

  /** Returns the paths that are in any of the sets. The time is linear in the sizes of the sets. */
  static unionOf(sets: readonly FieldSet[]): FieldSet {
    return FieldSet.ofNode(unionOfAll(sets.map(({ node }) => node)));
  }

  /**
   * Returns the set that a FieldsV1 describes. Path elements of unknown kinds are ignored.
   *
   * @param fields the JSON as a string, or the object, which must not be mutated afterwards
   * @throws Error with Go's message if `fields` is not a FieldsV1
   */
  static fromJSON(fields: string | FieldsV1): FieldSet {
    if (typeof fields === "string") return FieldSet.ofNode(withinStack(() => readFieldsString(fields)));
    const { node, isCanonical } = withinStack(() => readFieldsObject(fields));
    const set = FieldSet.ofNode(node);
    if (isCanonical) set.#source = fields;
    return set;
  }

  /** The root of the tree with the members. The node must not be mutated. */
  get node(): SetNode {
    // The caller may use the node in other sets, so this set must not mutate it any more.
    this.#owner = undefined;
    return this.#root;
  }

  /**
   * Returns the set as a FieldsV1 object. The object must not be mutated, because it can be the
   * argument of `fromJSON`.
   *
   * @throws Error if a path has an invalid element
   */
  toJSON(): FieldsV1 {
    return this.#source ?? writeFieldsObject(this.#root);
  }

  /**
   * Returns the JSON of the set as a FieldsV1, with the same bytes as in Go.
   *
   * @throws Error if a path has an invalid element
   */
  toJSONText(): string {
    return writeFieldsString(this.#root);
  }

  /** Returns the paths, one on each line. */
  toString(): string {
    return [...this].map(pathToString).join("\n");
  }

  *[Symbol.iterator](): Iterator<Path> {
    yield* pathsBelow(this.#root, []);
  }

  /** Adds a path without its parents. Does not add the empty path. */
  insert(path: Path): void {
    this.#owner ??= {};
    this.#root = withPath(this.#root, path, this.#owner);
    this.#source = undefined;
  }

  /** Reports whether a path is a member of the set. */
  has(path: Path): boolean {
    let node: SetNode | undefined = this.#root;
    for (const [at, element] of path.entries()) {
      const entry: SetEntry | undefined = node?.entries.get(entryKey(element));
      if (at === path.length - 1) return entry?.member === true;
      node = entry?.child;
    }
    return false;
  }

  /** The number of members. */
  get size(): number {
    return countMembers(this.#root);
  }

  get empty(): boolean {
    return isEmptyNode(this.#root);
  }

  /** Reports whether both sets have the same members. */
  equals(other: FieldSet): boolean {
    return equalNodes(this.#root, other.#root);
  }

  /** Returns the paths in one of the sets or in both. */
  union(other: FieldSet): FieldSet {
    return FieldSet.ofNode(unionOfSets(this.node, other.node));
  }

  /** Returns the paths in both sets. */
  intersection(other: FieldSet): FieldSet {
    return FieldSet.ofNode(intersectionOf(this.node, other.node));
  }

  /** Returns the paths of this set that the other set does not have. */
  difference(other: FieldSet): FieldSet {
    return FieldSet.ofNode(differenceOf(this.node, other.node));
  }

  /**
   * Returns the paths of this set that are neither in the other set nor below a path of the other
   * set.
   */
  recursiveDifference(other: FieldSet): FieldSet {
    return FieldSet.ofNode(recursiveDifferenceOf(this.node, other.node));
  }

  /** Returns the leaves: the paths that have no other paths of the set below them. */
  leaves(): FieldSet {
    return FieldSet.ofNode(leavesOf(this.node));
  }

  /** Returns the paths that begin with an element, each without this first element. */
  withPrefix(element: PathElement): FieldSet {
    return FieldSet.ofNode(this.node.entries.get(entryKey(element))?.child ?? emptyNode);
  }

  /** Returns the paths that a matcher matches. */
  filterIncludeMatches(matcher: SetMatcher): FieldSet {
    return FieldSet.ofNode(matchesOf(this.node, matcher));
  }

  /**
   * Returns the set with additional members: all parents of its paths that are declared fields of
   * the type. The keys of a map are not declared fields.
   *
   * @throws TypeError if the type does not come from a parser of this module
   */
  ensureNamedFieldsAreMembers(type: ParseableType): FieldSet {
    return FieldSet.ofNode(withNamedFields(this.node, type));
  }
}

function* pathsBelow(node: SetNode, prefix: Path): Iterable<Path> {
  const entries = sortedEntries(node);
  for (const { element, member } of entries) if (member) yield [...prefix, element];
  for (const { element, child } of entries) if (child !== undefined) yield* pathsBelow(child, [...prefix, element]);
}

/**
 * Returns a node with the members that match a matcher. Source:
 * `fieldpath.Set.FilterIncludeMatches`.
 */
function matchesOf(node: SetNode, matcher: SetMatcher): SetNode {
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
