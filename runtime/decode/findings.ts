import { goQuote } from "../go-quote.js";

/** As many as Kubernetes collects. */
const mostStrictErrors = 100;

/** Where the walk is: for strict errors the path as Kubernetes prints it, for type errors the struct and its fields alone. */
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

  /** In document order, without repeats. */
  strictErrors(): string[] {
    return [...this.#strict];
  }

  strict(kind: "unknown field" | "duplicate field", place: Place, key: string): void {
    if (this.#strict.size >= mostStrictErrors) return;
    this.#strict.add(`${kind} ${goQuote(joinPath(place.path, key))}`);
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

/** Go's json.UnmarshalTypeError: the struct that owns the field, then the fields from the root, without indexes and map keys. */
export function typeErrorText(value: string, type: string, place: Place): string {
  const target = place.struct === "" && place.fields === "" ? "Go value" : `Go struct field ${place.struct}.${place.fields}`;
  return `json: cannot unmarshal ${value} into ${target} of type ${type}`;
}
