import type { JSONValue } from "../../values/types.js";
import { goPrint } from "../../json/go-print.js";
import type { Atom, TypeRef } from "./schema.js";

/** A value that may be absent. undefined corresponds to Go's nil, and null to JSON's null. */
export type MaybeValue = JSONValue | undefined;

/**
 * Returns an atom with only the kind of the value (scalar, list or map) if the atom allows this
 * kind. Otherwise, returns the whole atom, so that a later check reports a precise error. Source:
 * `typed.deduceAtom`.
 */
export function deduceAtom(atom: Atom, value: MaybeValue): Atom {
  if (value === undefined || value === null) return atom;
  if (typeof value !== "object") return atom.scalar === undefined ? atom : only(atom, "scalar");
  if (Array.isArray(value)) return atom.list === undefined ? atom : only(atom, "list");
  return atom.map === undefined ? atom : only(atom, "map");
}

const none: Atom = { scalar: undefined, list: undefined, map: undefined };

/** Returns an atom with only one kind. Most atoms have one kind, and are returned unchanged. */
function only(atom: Atom, kind: "scalar" | "list" | "map"): Atom {
  const isOnly =
    (kind === "scalar" || atom.scalar === undefined) &&
    (kind === "list" || atom.list === undefined) &&
    (kind === "map" || atom.map === undefined);
  return isOnly ? atom : { ...none, [kind]: atom[kind] };
}

/**
 * Reports whether two atoms allow the same kinds of values. Both must be results of `deduceAtom`
 * for the same atom.
 */
export function haveSameKinds(a: Atom, b: Atom): boolean {
  return a.scalar === b.scalar && a.list === b.list && a.map === b.map;
}

/** Returns the message for a reference to a type that the schema does not have. */
export function unresolved({ namedType }: TypeRef): string {
  return `schema error: no type found matching: ${namedType ?? "inlined type"}`;
}

/** Returns the message for a type that is neither a scalar, nor a list, nor a map. */
export function invalidAtom({ namedType }: TypeRef): string {
  return `schema error: invalid atom: ${namedType === undefined ? "inlined" : `named type: ${namedType}`}`;
}

/** Returns a value as Go's `%v` prints a pointer to a `valueUnstructured` with this value. */
export function printWrapped(value: JSONValue): string {
  return `&{${goPrint(value)}}`;
}
