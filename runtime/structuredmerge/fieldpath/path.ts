import type { MergeOrder } from "../value/compare-values.js";
import { comparePathElements, pathElementToString, type PathElement } from "./path-element.js";

/** The path from an object to one of its fields or list items. */
export type Path = readonly PathElement[];

/** Returns the path of a field from the names of the fields above it and its own name. */
export function makePath(...names: string[]): Path {
  return names.map((fieldName) => ({ fieldName }));
}

/** Returns a path as error messages print it: `.spec.ports[port=80,protocol="TCP"][="a"][0]`. */
export function pathToString(path: Path): string {
  return path.map(pathElementToString).join("");
}

/** Compares two paths element by element. A path comes before longer paths that begin with it. */
export function comparePaths(a: Path, b: Path): MergeOrder {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const order = comparePathElements(a[at] as PathElement, b[at] as PathElement);
    if (order !== 0) return order;
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}
