import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Operation } from "./operation.js";

/** Required properties that a JSON object leaves out: a tree with the object's structure. */
export interface LeftOut {
  /** Names of the required properties that the object itself leaves out. */
  readonly names: readonly string[];
  /** Trees of the values in the object, by property or key; for a list, by index. */
  readonly below?: ReadonlyMap<string, LeftOut> | readonly (LeftOut | undefined)[];
}

interface Known {
  readonly root: LeftOut;
  /** Path of the last call, and its tree. Generated code asks for all properties of an object. */
  path: Path | undefined;
  tree: LeftOut | undefined;
}

const operations = new WeakMap<Operation, Known>();
const nothing: LeftOut = { names: [] };

/**
 * Stores what the decoded object of an operation left out, because decoding fills absent properties
 * with zeros.
 * @param leftOut undefined if the object left out nothing
 */
export function setLeftOut(op: Operation, leftOut: LeftOut | undefined): void {
  const root = leftOut ?? nothing;
  operations.set(op, { root, path: undefined, tree: root });
}

/**
 * Reports whether an object leaves out a property: it does not have the property, or the JSON from
 * which it was decoded (`setLeftOut`) does not.
 * @param fldPath path of the object; undefined for the root
 */
export function leavesOut(op: Operation, fldPath: Path | undefined, obj: object, name: string): boolean {
  if (!(name in obj)) return true;
  const known = operations.get(op);
  if (known === undefined || known.root === nothing) return false;
  if (known.path !== fldPath) {
    known.path = fldPath;
    known.tree = fldPath === undefined ? known.root : fldPath.walk(known.root, stepInto);
  }
  return known.tree?.names.includes(name) ?? false;
}

function stepInto({ below }: LeftOut, step: string | number): LeftOut | undefined {
  if (below instanceof Map) return (below as ReadonlyMap<string, LeftOut>).get(String(step));
  return (below as readonly (LeftOut | undefined)[] | undefined)?.[step as number];
}

const implied = new WeakSet<FieldError>();

/**
 * Marks an error of a rule that the type of a value implies. The value does not have its type, so
 * functions that rely on the type must not be called with it. Returns the error.
 */
export function markImplied<E extends FieldError>(error: E): E {
  implied.add(error);
  return error;
}

/** Reports whether an error is marked by `markImplied`. */
export function isImplied(error: FieldError): boolean {
  return implied.has(error);
}
