import { compareLists, type Order } from "../../util/compare-keys.js";
import { comparePathElements, pathElementToString, sortedKeyFields, type PathElement } from "./path-element.js";

/** The path from an object to one of its fields or list items. */
export type Path = readonly PathElement[];

/** A part of a path: a string is the name of a field, a number is an index. */
export type PathPart = string | number | PathElement;

/**
 * Returns the path that consists of the given parts. Source: `fieldpath.MakePath`.
 *
 * @throws Error if a key has no fields
 */
export function makePath(...parts: PathPart[]): Path {
  return parts.map(pathElementOf);
}

/**
 * Returns the path element for a part of a path.
 *
 * @throws Error if a key has no fields
 */
export function pathElementOf(part: PathPart): PathElement {
  if (typeof part === "string") return { fieldName: part };
  if (typeof part === "number") return { index: part };
  if (!("key" in part)) return part;
  if (part.key.length === 0)
    throw new Error("associative list key type path elements must have at least one key (got zero)");
  return { key: sortedKeyFields(part.key) };
}

/** Returns a path as error messages print it: `.spec.ports[port=80,protocol="TCP"][="a"][0]`. */
export function pathToString(path: Path): string {
  return path.map(pathElementToString).join("");
}

/** Compares two paths element by element. A path comes before longer paths that begin with it. */
export function comparePaths(a: Path, b: Path): Order {
  return compareLists(a, b, comparePathElements);
}
