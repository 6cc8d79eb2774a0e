import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isReal } from "./any-path.js";
import type { Operation } from "./operation.js";

/**
 * Required properties that are missing in a JSON object, as a tree with the structure of the
 * object.
 */
export interface LeftOut {
  /** Names of the required properties that are missing in the object itself. */
  readonly names: readonly string[];
  /** Trees for nested values. The keys are property names, map keys or list indexes. */
  readonly below?: ReadonlyMap<string, LeftOut> | readonly (LeftOut | undefined)[];
}

interface Known {
  /** Result of `find`; undefined until the result is first needed. */
  root: LeftOut | undefined;
  readonly find: () => LeftOut | undefined;
  /**
   * Cached path of the last call. Generated code tests all properties of an object in a row, so the
   * path is often the same.
   */
  path: Path | undefined;
  tree: LeftOut | undefined;
}

const operations = new WeakMap<Operation, Known>();
const nothing: LeftOut = { names: [] };

/**
 * Sets the function that finds the required properties that are missing in the JSON of the
 * operation's object. The decoded object does not show them, because decoding fills them with
 * zeros. The function is called at most once, when a check first needs its result.
 * @param find returns undefined if no property is missing
 */
export function setLeftOut(op: Operation, find: () => LeftOut | undefined): void {
  operations.set(op, { root: undefined, find, path: undefined, tree: undefined });
}

/**
 * Reports whether a property is missing in an object, or in the JSON from which the object was
 * decoded (`setLeftOut`).
 * @param fldPath path of the object; undefined for the root
 */
export function leavesOut(op: Operation, fldPath: Path | undefined, obj: object, name: string): boolean {
  if (!Object.hasOwn(obj, name)) return true;
  const known = treesOf(op);
  if (known === undefined) return false;
  if (!isReal(fldPath)) return true;
  if (known.path !== fldPath) {
    known.path = fldPath;
    known.tree = fldPath === undefined ? known.root : fldPath.walk(known.root, stepInto);
  }
  return known.tree?.names.includes(name) ?? false;
}

/**
 * Reports whether a path is inside a property that is missing in the JSON of the operation's
 * object. The path can exist in the decoded object if defaulting set the property.
 */
export function isInLeftOut(op: Operation, fldPath: Path | undefined): boolean {
  const known = treesOf(op);
  if (known === undefined || fldPath === undefined) return false;
  const found = fldPath.walk<LeftOut | typeof leftOut>(known.root, (from, by) => {
    if (from === leftOut) return leftOut;
    return stepInto(from, by) ?? (from.names.includes(String(by)) ? leftOut : undefined);
  });
  return found === leftOut;
}

const leftOut = Symbol("left out");

/**
 * Returns the trees of missing properties of an operation; undefined if nothing is missing, or if
 * `setLeftOut` was not called for the operation.
 */
function treesOf(op: Operation): (Known & { readonly root: LeftOut }) | undefined {
  const known = operations.get(op);
  if (known === undefined) return undefined;
  known.root ??= known.tree = known.find() ?? nothing;
  return known.root === nothing ? undefined : (known as Known & { readonly root: LeftOut });
}

function stepInto({ below }: LeftOut, step: string | number): LeftOut | undefined {
  if (below instanceof Map) return (below as ReadonlyMap<string, LeftOut>).get(String(step));
  return (below as readonly (LeftOut | undefined)[] | undefined)?.[step as number];
}

const implied = new WeakSet<FieldError>();

/**
 * Marks an error for a value that violates its TypeScript type, for example because a required
 * property is missing. Functions that rely on the type are not called for such a value. Returns the
 * error.
 */
export function markImplied<E extends FieldError>(error: E): E {
  implied.add(error);
  return error;
}

/** Reports whether an error is marked by `markImplied`. */
export function isImplied(error: FieldError): boolean {
  return implied.has(error);
}
