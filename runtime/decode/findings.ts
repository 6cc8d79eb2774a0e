import { goQuote } from "../go-quote.js";
import { shortened, shownLength } from "../shortened.js";

/** Kubernetes collects at most this number. */
const maxStrictErrors = 100;
/** The most characters that they have together. */
const maxStrictLength = 24 * 1024;
/** How many characters of a key a path shows. */
const shownKeyLength = 256;

/**
 * Where the walk is: for strict errors the path as Kubernetes prints it, for type errors the struct
 * and its fields alone.
 */
export interface Place {
  readonly path: string;
  readonly struct: string;
  readonly fields: string;
}

export const rootPlace: Place = { path: "", struct: "", fields: "" };

/** What is wrong with a text. */
export class Findings {
  /** The first value of a wrong type, in Go's words. */
  typeError: string | undefined;
  readonly #strict = new Set<string>();
  #strictLength = 0;
  #omitted = 0;

  /** In document order, without repeats. The last one may say how many are left out. */
  strictErrors(): string[] {
    const rest = this.#omitted === 0 ? [] : [`${String(this.#omitted)} more unknown or duplicate fields`];
    return [...this.#strict, ...rest];
  }

  strict(kind: "unknown field" | "duplicate field", place: Place, key: string): void {
    if (this.#strict.size >= maxStrictErrors || this.#strictLength >= maxStrictLength) {
      this.#omitted++;
      return;
    }
    const text = `${kind} ${goQuote(pathTo(place.path, key))}`;
    if (this.#strict.has(text)) return;
    this.#strict.add(text);
    this.#strictLength += text.length;
  }

  mismatch(value: string, type: string, place: Place): void {
    this.problem(typeErrorText(value, type, place));
  }

  /** Only the first one counts. */
  problem(text: string | undefined): void {
    this.typeError ??= text;
  }
}

export function joinPath(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/**
 * The path of a key that a client wrote. Long keys and paths are cut: each of many findings below
 * one has it.
 */
export function pathTo(path: string, key: string): string {
  return joinPath(shortened(path), shortened(key, shownKeyLength));
}

/** The path of what is below a key; it does not grow any more where messages would cut it. */
export function pathBelow(path: string, key: string): string {
  return path.length > shownLength ? path : pathTo(path, key);
}

/**
 * Go's json.UnmarshalTypeError: the struct that owns the field, then the fields from the root,
 * without indexes and map keys.
 */
export function typeErrorText(value: string, type: string, place: Place): string {
  const target =
    place.struct === "" && place.fields === "" ? "Go value" : `Go struct field ${place.struct}.${place.fields}`;
  return `json: cannot unmarshal ${value} into ${target} of type ${type}`;
}
