import type { Evaluate } from "./evaluate.js";

/**
 * JavaScript source under construction, with the functions and values to which it refers. All
 * identifiers are generated. Field names appear only in string literals, so they cannot inject
 * code.
 */
export class SourceText {
  readonly #constants = new Map<unknown, string>();

  /** Makes a value available to the source, and returns the identifier of the value. */
  constant(value: unknown): string {
    if (value === undefined) return "undefined";
    let name = this.#constants.get(value);
    if (name === undefined) this.#constants.set(value, (name = `c${this.#constants.size}`));
    return name;
  }

  /** Calls a function with this body, which can use the constants. Returns its result. */
  run(body: string, url: string, evaluate: Evaluate): unknown {
    return evaluate([...this.#constants.values()], body, [...this.#constants.keys()], url);
  }
}

/** Returns a string as a JavaScript literal. Every JSON string is a valid JavaScript literal. */
export function printLiteral(text: string): string {
  return JSON.stringify(text);
}
