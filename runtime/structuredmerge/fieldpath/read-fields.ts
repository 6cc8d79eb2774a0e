import { getOwn, isBranch, isObject } from "../../json/values.js";
import type { FieldsV1, JSONValue } from "../../values/types.js";
import { ByteSource } from "../value/byte-source.js";
import { readEntries } from "../value/read-json.js";
import { skipJSON } from "../value/skip-json.js";
import { deserializePathElement, UnknownPathElementTypeError } from "./deserialize-path-element.js";
import { comparePathElements, type PathElement } from "./path-element.js";
import { addElement } from "./set-builder.js";
import { emptyNode, newNode, type SetEntry, type SetNode, entryKey } from "./set-node.js";
import { oncePerText } from "../../util/once-per.js";
import { serializePathElement } from "./serialize-path-element.js";

/**
 * The content of one path in a FieldsV1: whether the path itself is a member, and the members below
 * the path.
 */
interface Fields {
  readonly member: boolean;
  readonly child: SetNode | undefined;
}

/**
 * Reads a set of fields from the JSON of a FieldsV1. Source: `fieldpath.Set.FromJSON`.
 *
 * @throws Error with Go's message if the string is not a FieldsV1
 */
export function readFieldsString(text: string): SetNode {
  return readUsualText(text) ?? readAnyText(text);
}

/**
 * Reads the same strings as `readFieldsString`, but always with the slower parser, which has Go's
 * error messages.
 */
function readAnyText(text: string): SetNode {
  const source = new ByteSource(text, 4096);
  const { child } = readObject(source);
  if (source.hasEnded()) throw new Error(source.error);
  source.finish();
  return child ?? emptyNode;
}

/**
 * Reads a string as Kubernetes writes it, with JavaScript's fast parser. Returns undefined for any
 * other string, such as one with repeated keys or with spaces.
 */
function readUsualText(text: string): SetNode | undefined {
  try {
    const fields = JSON.parse(text) as FieldsV1;
    if (!isBranch(fields) || JSON.stringify(fields) !== text) return undefined;
    const reader = new ObjectReader();
    const found = reader.read(fields);
    return found !== undefined && reader.isCanonical ? (found.child ?? emptyNode) : undefined;
  } catch {
    // Returning undefined starts the slower parser, which finds the error again and has Go's
    // message.
    return undefined;
  }
}

function readObject(source: ByteSource): Fields {
  const entries = new Map<string, SetEntry>();
  let member = false;
  readEntries(source, "ReadMapCB", (key) => {
    const element = key === "." ? undefined : elementOf(source, key);
    if (key === ".") member = true;
    if (element === undefined) {
      skipJSON(source);
      return;
    }
    const fields = readObject(source);
    addElement(entries, element, fields.member, fields.child);
  });
  // A path without elements below it is itself a member.
  return entries.size === 0 ? { member: true, child: undefined } : { member, child: newNode(entries) };
}

/**
 * Returns the path element of a key. Returns undefined for an invalid element, which is reported,
 * and for an element of an unknown kind, which is ignored.
 */
function elementOf(source: ByteSource, key: string): PathElement | undefined {
  try {
    return deserializePathElement(key);
  } catch (error) {
    if (!(error instanceof UnknownPathElementTypeError))
      source.report("parsing key as path element", (error as Error).message);
    return undefined;
  }
}

/**
 * A set of fields. `isCanonical` is true if the object from which it was read equals the object
 * that `toJSON` would return.
 */
interface ReadFields {
  readonly node: SetNode;
  readonly isCanonical: boolean;
}

/**
 * Reads a set of fields from a FieldsV1 object.
 *
 * @throws Error with Go's message if the object is not a FieldsV1
 */
export function readFieldsObject(fields: FieldsV1): ReadFields {
  const reader = new ObjectReader();
  const found = reader.read(fields);
  // Go's message quotes the JSON, so the slower parser must read it. `readFieldsString` is not
  // used, because its fast parser would fail again.
  if (found === undefined) return { node: readAnyText(JSON.stringify(fields)), isCanonical: false };
  return { node: found.child ?? emptyNode, isCanonical: reader.isCanonical };
}

const leaf: Fields = { member: true, child: undefined };

class ObjectReader {
  isCanonical = true;

  /**
   * Returns the fields that a JSON value describes; undefined if the value is not a valid part of a
   * FieldsV1.
   */
  read(value: JSONValue): Fields | undefined {
    if (value === null) return this.#fix(leaf);
    if (typeof value !== "object" || Array.isArray(value)) return undefined;
    const keys = Object.keys(value);
    if (keys.length === 0) return leaf;
    const node = newNode();
    const sorted: SetEntry[] = [];
    for (const key of keys)
      if (key === ".") this.#readMember(value, sorted.length === 0);
      else if (!this.#readEntry(node, sorted, key, value[key] as JSONValue)) return undefined;
    // A path without elements below it is itself a member.
    if (node.entries.size === 0) return this.#fix(leaf);
    if (this.isCanonical) node.sorted = sorted;
    return { member: getOwn(value, ".") !== undefined, child: node };
  }

  #readMember(fields: FieldsV1, isFirst: boolean): void {
    const value = fields["."] as JSONValue;
    if (!isFirst || !isObject(value) || Object.keys(value).length > 0) this.isCanonical = false;
  }

  /**
   * Adds one entry to the node. Returns false if the entry is invalid. Ignores an element of an
   * unknown kind, and then returns true.
   */
  #readEntry(node: SetNode, sorted: SetEntry[], text: string, value: JSONValue): boolean {
    let known: KnownElement;
    try {
      known = knownElement(text);
    } catch (error) {
      this.isCanonical = false;
      return error instanceof UnknownPathElementTypeError;
    }
    const fields = this.read(value);
    if (fields === undefined) return false;
    const { element, key, isCanonical } = known;
    const last = sorted.at(-1);
    const isInOrder = last === undefined || comparePathElements(last.element, element) < 0;
    if (isCanonical && isInOrder && this.isCanonical) {
      const entry: SetEntry = { element, member: fields.member, child: fields.child };
      node.entries.set(key, entry);
      sorted.push(entry);
    } else {
      this.isCanonical = false;
      addElement(node.entries, element, fields.member, fields.child);
    }
    return true;
  }

  #fix<T>(fields: T): T {
    this.isCanonical = false;
    return fields;
  }
}

/** The path element of a FieldsV1 key, and values that are computed once from it. */
interface KnownElement {
  readonly element: PathElement;
  /** The key of the element in `SetNode.entries`. */
  readonly key: string;
  /** True if `serializePathElement` returns the FieldsV1 key from which the element was read. */
  readonly isCanonical: boolean;
}

/**
 * Returns the path element that a string represents, as `deserializePathElement` does. Caches the
 * elements, because all objects of a kind have the same fields.
 *
 * @throws Error with Go's message if the string is not a path element
 */
const knownElement = oncePerText(4096, readElement, 256);

function readElement(text: string): KnownElement {
  const element = deserializePathElement(text);
  return { element, key: entryKey(element), isCanonical: serializePathElement(element) === text };
}
