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
import type { SetMatcher } from "./set-matcher.js";
import { matchesOf } from "./matches-of.js";
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
} from "./set-node.js";
import { writeFieldsObject, writeFieldsString } from "./write-fields.js";

/**
 * A set of paths to fields and list items, such as the fields that a manager owns. A path in the
 * set says nothing about its parents and its children. Only `insert` changes a set; all other
 * functions return new sets. Iterating gives the paths in Go's order: the members at a path before
 * the members below it. Source: `fieldpath.Set` of structured-merge-diff.
 */
export class FieldSet implements Iterable<Path> {
  #root: SetNode = emptyNode;
  /** Marks the nodes that belong to this set alone, so that `insert` may change them. */
  #owner: object | undefined;
  /** The object from which the set was read, if `toJSON` would write the same object. */
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
   * Returns the paths to all leaves of a value. An item of a list is found by its properties `key`,
   * `id` and `name` if it has any of them, else by its index.
   */
  static fromValue(value: JSONValue): FieldSet {
    return FieldSet.ofNode(withinStack(() => fieldsOfValue(value)));
  }

  /** Returns the paths in any of the sets. The time is linear in the sizes of the sets. */
  static unionOf(sets: readonly FieldSet[]): FieldSet {
    return FieldSet.ofNode(unionOfAll(sets.map(({ node }) => node)));
  }

  /**
   * Returns the set that a FieldsV1 describes, as JSON text or as the object, which must not be
   * changed afterwards. Elements of unknown kinds are ignored.
   *
   * @throws Error with Go's message if it is not a FieldsV1
   */
  static fromJSON(fields: string | FieldsV1): FieldSet {
    if (typeof fields === "string") return FieldSet.ofNode(withinStack(() => readFieldsString(fields)));
    const { node, isCanonical } = withinStack(() => readFieldsObject(fields));
    const set = FieldSet.ofNode(node);
    if (isCanonical) set.#source = fields;
    return set;
  }

  /** The members and their parents. The node must not be changed. */
  get node(): SetNode {
    // The node may now be part of other sets, so this set must not change it any more.
    this.#owner = undefined;
    return this.#root;
  }

  /**
   * Returns the set as a FieldsV1 object, which must not be changed: it can be the object that was
   * given to `fromJSON`.
   *
   * @throws Error if a path has an invalid element
   */
  toJSON(): FieldsV1 {
    return this.#source ?? writeFieldsObject(this.#root);
  }

  /**
   * Returns the set as the FieldsV1 text that Go writes. @throws Error if a path has an invalid
   * element
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

  /** Adds a path. Its parents are not added. The empty path is never a member. */
  insert(path: Path): void {
    this.#owner ??= {};
    this.#root = withPath(this.#root, path, this.#owner);
    this.#source = undefined;
  }

  /** Reports whether the path is a member. */
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

  /** Returns the paths that the other set does not have. */
  difference(other: FieldSet): FieldSet {
    return FieldSet.ofNode(differenceOf(this.node, other.node));
  }

  /** Returns the paths that the other set does not have, and whose parents it does not have. */
  recursiveDifference(other: FieldSet): FieldSet {
    return FieldSet.ofNode(recursiveDifferenceOf(this.node, other.node));
  }

  /** Returns the paths that are not parents of other paths of the set. */
  leaves(): FieldSet {
    return FieldSet.ofNode(leavesOf(this.node));
  }

  /** Returns the rests of the paths that begin with the element. */
  withPrefix(element: PathElement): FieldSet {
    return FieldSet.ofNode(this.node.entries.get(entryKey(element))?.child ?? emptyNode);
  }

  /** Returns the paths that match. */
  filterIncludeMatches(matcher: SetMatcher): FieldSet {
    return FieldSet.ofNode(matchesOf(this.node, matcher));
  }

  /**
   * Returns the paths and, of their parents, the fields that the type declares. Keys of a map are
   * not declared.
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
