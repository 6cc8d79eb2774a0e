import { Path } from "./path.js";

/** Returns the path of a property of the object at `parent`. */
export function child(parent: Path | undefined, name: string): Path {
  return parent === undefined ? Path.of(name) : parent.child(name);
}

/** Returns the path of an item of the list at `parent`. */
export function index(parent: Path | undefined, at: number): Path {
  return parent === undefined ? Path.ofSubscript(at) : parent.index(at);
}

/** Returns the path of a value of the map at `parent`. */
export function key(parent: Path | undefined, name: string): Path {
  return parent === undefined ? Path.ofSubscript(name) : parent.key(name);
}
