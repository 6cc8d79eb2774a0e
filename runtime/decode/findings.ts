import { typeErrorText, UnmarshalError, type JSONPlace } from "../json/errors.js";
import { goQuote } from "../util/go-quote.js";
import { shortened, shownLength } from "../util/shortened.js";

/** Maximum number of strict errors, as in Kubernetes. */
const maxStrictErrors = 100;
/** Total number of characters of strict errors from which further errors are omitted. */
const maxStrictLength = 24 * 1024;
/** Maximum number of characters of a key in a path. */
const shownKeyLength = 256;

/** Collects the problems found in a document. */
export class DecodeFindings {
  /**
   * Error with Go's message for the first value of a wrong type; undefined if all types are
   * correct.
   */
  typeError: UnmarshalError | undefined;
  readonly #strict = new Set<string>();
  #strictLength = 0;
  #omitted = 0;

  /**
   * Returns the strict errors in document order, without duplicates. If errors were omitted, the
   * last entry contains their number.
   */
  strictErrors(): string[] {
    const rest = this.#omitted === 0 ? [] : [`${String(this.#omitted)} more unknown or duplicate fields`];
    return [...this.#strict, ...rest];
  }

  strict(kind: "unknown field" | "duplicate field", place: JSONPlace, key: string): void {
    if (this.#strict.size >= maxStrictErrors || this.#strictLength >= maxStrictLength) {
      this.#omitted++;
      return;
    }
    const text = `${kind} ${goQuote(pathTo(place.path, key))}`;
    if (this.#strict.has(text)) return;
    this.#strict.add(text);
    this.#strictLength += text.length;
  }

  /**
   * Records the first value of a wrong type. For later values, no error is created, because this is
   * slow: an error records a stack trace.
   */
  problem(message: () => string): void {
    this.typeError ??= new UnmarshalError(message());
  }

  mismatch(value: string, type: string, place: JSONPlace): void {
    this.problem(() => typeErrorText(value, type, place));
  }
}

export function joinPath(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/**
 * Returns the path of a key in the document. Long keys and paths are shortened, because they can be
 * repeated in many errors.
 */
export function pathTo(path: string, key: string): string {
  return joinPath(shortened(path), shortened(key, shownKeyLength));
}

/**
 * Returns the path of the values below a key. The path stops growing at the length that messages
 * show.
 */
export function pathBelow(path: string, key: string): string {
  return path.length > shownLength ? path : pathTo(path, key);
}
