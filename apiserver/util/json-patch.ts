import { isDeepStrictEqual } from "node:util";
import { goQuote, NumberLiteral, stringifyJSON, type JSONValue } from "@apimachinery/runtime";

/** Maximum total size of the values that a patch copies, in bytes of JSON. */
const maxCopiedBytes = 3 * 1024 * 1024;

type JSONRecord = { [key: string]: JSONValue };
type Operation = Readonly<Record<string, JSONValue | undefined>>;

/** Maximum number of list items that insertions and removals of a patch may shift in total. */
const maxMovedItems = 20_000_000;

/** The document during a patch, and counters of the copied bytes and the shifted items. */
interface Work {
  document: JSONValue;
  copied: number;
  moved: number;
}

/**
 * Error for an operation that cannot be applied, with the message of Kubernetes' library
 * (json-patch.v4). Clients get it only for patches of webhooks.
 */
export class JSONPatchError extends Error {
  override readonly name = "JSONPatchError";
}

const isMissing = "missing value";

/**
 * Applies a JSON patch (RFC 6902). Supports the extensions of Kubernetes: a negative index counts
 * from the end, `replace` sets a missing property, and `test` treats a missing property as null. A
 * `NumberLiteral` equals only a number with the same string, as in Kubernetes: `1.0` is not `1`.
 * @param document document to patch; it is changed in place, the patch is not
 * @throws JSONPatchError if an operation cannot be applied
 */
export function applyJSONPatch(document: JSONValue, patch: readonly JSONValue[]): JSONValue {
  const work = { document, copied: 0, moved: 0 };
  for (const operation of patch) apply(work, isRecord(operation) ? operation : {});
  return work.document;
}

function apply(work: Work, operation: Operation): void {
  const { op = null } = operation;
  switch (op) {
    case "add":
      add(work, operation);
      return;
    case "remove":
      remove(work, operation);
      return;
    case "replace":
      replace(work, operation);
      return;
    case "move":
      move(work, operation);
      return;
    case "copy":
      copy(work, operation);
      return;
    case "test":
      check(work, operation);
      return;
    default:
      throw new JSONPatchError(`Unexpected kind: ${typeof op === "string" ? op : "unknown"}`);
  }
}

function add(work: Work, operation: Operation): void {
  const path = textOf(operation, "path");
  const place = find(work, path, `add operation does not apply: doc is missing path: "${path}"`);
  within(`error in add for path: '${path}'`, () => {
    insert(work, place, cloneOf(operation["value"] ?? null));
  });
}

function remove(work: Work, operation: Operation): void {
  const path = textOf(operation, "path");
  const place = find(work, path, `remove operation does not apply: doc is missing path: "${path}"`);
  within(`error in remove for path: '${path}'`, () => take(work, place));
}

function replace(work: Work, operation: Operation): void {
  const path = textOf(operation, "path");
  const value = cloneOf(operation["value"] ?? null);
  if (path === "") {
    work.document = value;
    return;
  }
  const { parent, key } = find(work, path, `replace operation does not apply: doc is missing path: ${path}`);
  if (!Array.isArray(parent)) set(parent, key, value);
  else if (canAccess(parent, key)) parent[indexOf(key, parent.length)] = value;
  else throw new JSONPatchError(`replace operation does not apply: doc is missing key: ${path}: ${isMissing}`);
}

function move(work: Work, operation: Operation): void {
  const [from, path] = [textOf(operation, "from"), textOf(operation, "path")];
  const source = find(work, from, `move operation does not apply: doc is missing from path: ${from}`);
  const value = within(`error in move for path: '${source.key}'`, () => take(work, source));
  const place = find(work, path, `move operation does not apply: doc is missing destination path: ${path}`);
  within(`error in move for path: '${path}'`, () => {
    insert(work, place, value);
  });
}

function copy(work: Work, operation: Operation): void {
  const [from, path] = [textOf(operation, "from"), textOf(operation, "path")];
  const source = find(work, from, `copy operation does not apply: doc is missing from path: ${from}`);
  const value = within(`error in copy for from: '${from}'`, () => valueAt(source) ?? null);
  const place = find(work, path, `copy operation does not apply: doc is missing destination path: ${path}`);
  work.copied += Buffer.byteLength(stringifyJSON(value));
  if (work.copied > maxCopiedBytes)
    throw new JSONPatchError(
      `Unable to complete the copy, the accumulated size increase of copy is ${work.copied}, exceeding the limit ${maxCopiedBytes}`,
    );
  within("error while adding value during copy", () => {
    insert(work, place, cloneOf(value));
  });
}

function check(work: Work, operation: Operation): void {
  const path = textOf(operation, "path");
  const found = () => {
    const place = find(work, path, `test operation does not apply: is missing path: ${path}`);
    return within(`error in test for path: '${path}'`, () => valueAt(place) ?? null);
  };
  const value = path === "" ? work.document : found();
  if (!isDeepStrictEqual(value, operation["value"] ?? null))
    throw new JSONPatchError(`testing value ${path} failed: test failed`);
}

/**
 * Calls a function that does a part of an operation.
 * @throws JSONPatchError whose message begins with the context
 */
function within<T>(context: string, part: () => T): T {
  try {
    return part();
  } catch (error) {
    if (!(error instanceof JSONPatchError)) throw error;
    throw new JSONPatchError(`${context}: ${error.message}`);
  }
}

/** The location to which a JSON pointer refers: a property or a list item, which may not exist. */
interface Place {
  readonly parent: JSONValue[] | JSONRecord;
  readonly key: string;
}

/**
 * Returns the location to which a JSON pointer refers.
 * @param problem message of the error if no object or list contains the location
 */
function find(work: Work, path: string, problem: string): Place {
  const [, ...keys] = path.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const key = keys.pop();
  let parent: JSONValue | undefined = work.document;
  for (const part of keys) {
    if (!isContainer(parent) || !canAccess(parent, part)) throw new JSONPatchError(`${problem}: ${isMissing}`);
    parent = valueAt({ parent, key: part });
  }
  if (key === undefined || !isContainer(parent)) throw new JSONPatchError(`${problem}: ${isMissing}`);
  return { parent, key };
}

function canAccess(parent: JSONValue[] | JSONRecord, key: string): boolean {
  if (!Array.isArray(parent)) return true;
  const index = parsed(key);
  return index !== undefined && index < parent.length && index >= -parent.length;
}

/** Returns the value at a location; undefined for a missing property. */
function valueAt({ parent, key }: Place): JSONValue | undefined {
  if (Array.isArray(parent)) return parent[indexOf(key, parent.length)];
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function insert(work: Work, { parent, key }: Place, value: JSONValue): void {
  if (!Array.isArray(parent)) set(parent, key, value);
  else if (key === "-") splice(work, parent, parent.length, 0, value);
  else if (parsed(key) !== undefined) splice(work, parent, indexOf(key, parent.length + 1), 0, value);
  else throw new JSONPatchError(`value was not a proper array index: '${key}': ${notANumber(key)}`);
}

/** Removes the value at a location, and returns it. */
function take(work: Work, place: Place): JSONValue {
  const { parent, key } = place;
  const value = valueAt(place);
  if (value === undefined) throw new JSONPatchError(`Unable to remove nonexistent key: ${key}: ${isMissing}`);
  if (Array.isArray(parent)) splice(work, parent, indexOf(key, parent.length), 1);
  // The object has this property, because `valueAt` has returned a value.
  else Reflect.deleteProperty(parent, key);
  return value;
}

/**
 * Removes and adds list items at an index, as `Array.splice` does.
 * @throws JSONPatchError if the patch has shifted more than `maxMovedItems` items in total
 */
function splice(work: Work, list: JSONValue[], index: number, deleted: number, ...added: readonly JSONValue[]): void {
  work.moved += list.length - index;
  if (work.moved > maxMovedItems) throw new JSONPatchError("the patch moves too many items of lists");
  list.splice(index, deleted, ...added);
}

/**
 * Returns the list index in a segment of a JSON pointer. A negative number counts from the end.
 * @param end number of valid indexes
 */
function indexOf(key: string, end: number): number {
  const given = parsed(key);
  if (given === undefined) throw new JSONPatchError(notANumber(key));
  const index = given < 0 ? given + end : given;
  if (index >= 0 && index < end) return index;
  throw new JSONPatchError(`Unable to access invalid index: ${given}: invalid index referenced`);
}

/**
 * Returns the number that a string contains; undefined for a string that Go's strconv.Atoi refuses.
 */
function parsed(text: string): number | undefined {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  return Math.abs(value) < 2 ** 63 ? value : undefined;
}

function notANumber(text: string): string {
  const reason = /^[+-]?\d+$/.test(text) ? "value out of range" : "invalid syntax";
  return `strconv.Atoi: parsing ${goQuote(text)}: ${reason}`;
}

/**
 * Defines a property. Unlike an assignment, this also creates a property with the name `__proto__`.
 */
function set(parent: JSONRecord, key: string, value: JSONValue): void {
  Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
}

function textOf(operation: Operation, name: "path" | "from"): string {
  const value = operation[name];
  if (typeof value === "string") return value;
  // The cast is safe, because this function is called only for operations of a known kind.
  const op = operation["op"] as string;
  const field = name === "from" ? "operation, missing from field: " : "operation missing path field: ";
  const isShort = name === "path" && ["add", "remove", "copy"].includes(op);
  throw new JSONPatchError(`${op} operation failed to decode ${name}: ${isShort ? "" : field}${isMissing}`);
}

function cloneOf(value: JSONValue): JSONValue {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(cloneOf);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cloneOf(item)]));
}

function isContainer(value: JSONValue | undefined): value is JSONValue[] | JSONRecord {
  return typeof value === "object" && value !== null && !(value instanceof NumberLiteral);
}

function isRecord(value: JSONValue): value is JSONRecord {
  return isContainer(value) && !Array.isArray(value);
}
