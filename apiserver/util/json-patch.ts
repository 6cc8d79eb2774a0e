import { isDeepStrictEqual } from "node:util";
import { NumberLiteral, stringifyJSON, type JSONValue } from "@apimachinery/runtime";

/** Maximum total size of the values that a patch copies, in bytes of JSON. */
const maxCopiedBytes = 3 * 1024 * 1024;

type JSONRecord = { [key: string]: JSONValue };
type Operation = Readonly<Record<string, JSONValue | undefined>>;

/** Maximum number of list items that insertions and removals of a patch may shift in total. */
const maxMovedItems = 20_000_000;

/** The document to patch, and counters for the copied bytes and the shifted items. */
interface Work {
  document: JSONValue;
  copied: number;
  moved: number;
}

/**
 * Error for an operation that cannot be applied. The server sends no further details to clients.
 */
export class JSONPatchError extends Error {
  override readonly name = "JSONPatchError";
}

/**
 * Applies a JSON patch (RFC 6902). Supports the extensions of Kubernetes: a negative index counts
 * from the end, `replace` sets a missing property, and `test` treats a missing property as null. A
 * `NumberLiteral` equals only a number with the same text, as in Kubernetes: `1.0` is not `1`.
 * @param document document to patch; it is changed in place, the patch is not
 * @throws JSONPatchError
 */
export function applyJSONPatch(document: JSONValue, patch: readonly JSONValue[]): JSONValue {
  const work = { document, copied: 0, moved: 0 };
  for (const operation of patch) apply(work, isRecord(operation) ? operation : {});
  return work.document;
}

function apply(work: Work, operation: Operation): void {
  const path = textOf(operation, "path");
  switch (operation["op"]) {
    case "add":
      add(work, path, cloneOf(operation["value"] ?? null));
      return;
    case "remove":
      remove(work, path);
      return;
    case "replace":
      replace(work, path, cloneOf(operation["value"] ?? null));
      return;
    case "move":
      add(work, path, remove(work, textOf(operation, "from")));
      return;
    case "copy":
      add(work, path, copyOf(work, textOf(operation, "from")));
      return;
    case "test":
      if (!isDeepStrictEqual(get(work, path), operation["value"] ?? null))
        throw new JSONPatchError(`testing value ${path} failed`);
      return;
    default:
      throw new JSONPatchError("unexpected kind of operation");
  }
}

function add(work: Work, path: string, value: JSONValue): void {
  const { parent, key } = find(work, path);
  if (Array.isArray(parent))
    splice(work, parent, key === "-" ? parent.length : indexOf(key, parent.length + 1), 0, value);
  else set(parent, key, value);
}

function replace(work: Work, path: string, value: JSONValue): void {
  if (path === "") {
    work.document = value;
    return;
  }
  const { parent, key } = find(work, path);
  if (Array.isArray(parent)) parent[indexOf(key, parent.length)] = value;
  else set(parent, key, value);
}

function remove(work: Work, path: string): JSONValue {
  const { parent, key } = find(work, path);
  const value = childOf(parent, key);
  if (value === undefined) throw new JSONPatchError(`unable to remove nonexistent key: ${key}`);
  if (Array.isArray(parent)) splice(work, parent, indexOf(key, parent.length), 1);
  // The object has this property, because `childOf` has returned a value.
  else Reflect.deleteProperty(parent, key);
  return value;
}

/**
 * Removes and adds list items at an index, as `Array.splice` does.
 * @throws JSONPatchError if the patch has shifted too many items in total
 */
function splice(work: Work, list: JSONValue[], index: number, deleted: number, ...added: readonly JSONValue[]): void {
  work.moved += list.length - index;
  if (work.moved > maxMovedItems) throw new JSONPatchError("the patch moves too many items of lists");
  list.splice(index, deleted, ...added);
}

function copyOf(work: Work, path: string): JSONValue {
  const value = get(work, path);
  work.copied += Buffer.byteLength(stringifyJSON(value));
  if (work.copied > maxCopiedBytes) throw new JSONPatchError("the copies of the patch are too large");
  return cloneOf(value);
}

function cloneOf(value: JSONValue): JSONValue {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(cloneOf);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloneOf(item)]));
}

/** Returns the value at a path; null for a missing property. */
function get(work: Work, path: string): JSONValue {
  if (path === "") return work.document;
  const { parent, key } = find(work, path);
  return childOf(parent, key) ?? null;
}

/** Returns the object or list that contains the target of a path. */
function find(work: Work, path: string): { readonly parent: JSONValue[] | JSONRecord; readonly key: string } {
  const [, ...keys] = path.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = keys.pop();
  let parent: JSONValue | undefined = work.document;
  for (const part of keys) parent = isContainer(parent) ? childOf(parent, part) : undefined;
  if (key === undefined || !isContainer(parent)) throw new JSONPatchError(`doc is missing path: ${path}`);
  return { parent, key };
}

function childOf(parent: readonly JSONValue[] | JSONRecord, key: string): JSONValue | undefined {
  if (Array.isArray(parent)) return (parent as readonly JSONValue[])[indexOf(key, parent.length)];
  return Object.hasOwn(parent, key) ? (parent as JSONRecord)[key] : undefined;
}

/**
 * Returns the list index of a path part.
 * @param end number of valid indexes
 */
function indexOf(key: string, end: number): number {
  const given = /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN;
  const index = given < 0 ? given + end : given;
  if (!(index >= 0 && index < end)) throw new JSONPatchError(`unable to access invalid index: ${key}`);
  return index;
}

/**
 * Defines a property. Unlike an assignment, this also creates a property with the name `__proto__`.
 */
function set(parent: JSONRecord, key: string, value: JSONValue): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}

function textOf(operation: Operation, name: "path" | "from"): string {
  const value = operation[name];
  if (typeof value !== "string") throw new JSONPatchError(`the operation has no ${name}`);
  return value;
}

function isContainer(value: JSONValue | undefined): value is JSONValue[] | JSONRecord {
  return typeof value === "object" && value !== null && !(value instanceof NumberLiteral);
}

function isRecord(value: JSONValue): value is JSONRecord {
  return isContainer(value) && !Array.isArray(value);
}
