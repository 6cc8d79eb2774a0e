import type { JSONObject, JSONValue } from "../../values/types.js";
import { goPrint } from "../../json/go-print.js";
import type { Atom, TypeRef } from "./schema.js";

/** A value that may be absent: undefined represents Go's nil, and null is JSON's null. */
export type MaybeValue = JSONValue | undefined;

/** Reports whether a value is a JSON object. */
export function isMergeMap(value: MaybeValue): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns an atom with only the kind that a value has, if the atom allows this kind; otherwise the
 * whole atom, so that a later check gives a precise error. Source: `typed.deduceAtom`.
 */
export function deduceAtom(atom: Atom, value: MaybeValue): Atom {
  if (value === undefined || value === null) return atom;
  if (typeof value !== "object") return atom.scalar === undefined ? atom : only(atom, "scalar");
  if (Array.isArray(value)) return atom.list === undefined ? atom : only(atom, "list");
  return atom.map === undefined ? atom : only(atom, "map");
}

const none: Atom = { scalar: undefined, list: undefined, map: undefined };

/** Most types have one kind, so that no new atom is needed. */
function only(atom: Atom, kind: "scalar" | "list" | "map"): Atom {
  const isOnly =
    (kind === "scalar" || atom.scalar === undefined) &&
    (kind === "list" || atom.list === undefined) &&
    (kind === "map" || atom.map === undefined);
  return isOnly ? atom : { ...none, [kind]: atom[kind] };
}

/** Reports whether two atoms that were deduced from one atom have the same kinds. */
export function haveSameKinds(a: Atom, b: Atom): boolean {
  return a.scalar === b.scalar && a.list === b.list && a.map === b.map;
}

/** Returns the message for a reference to a type that the schema does not have. */
export function unresolved({ namedType }: TypeRef): string {
  return `schema error: no type found matching: ${namedType ?? "inlined type"}`;
}

/** Returns the message for a type without a kind. */
export function invalidAtom({ namedType }: TypeRef): string {
  return `schema error: invalid atom: ${namedType === undefined ? "inlined" : `named type: ${namedType}`}`;
}

/** Returns a value as Go prints a pointer to its wrapper. */
export function printWrapped(value: JSONValue): string {
  return `&{${goPrint(value)}}`;
}
