import type { Evaluate } from "./evaluate.js";

/**
 * JavaScript source, and the functions and values that it refers to. All identifiers are generated;
 * names of fields appear only in string literals.
 */
export class SourceText {
  readonly #constants = new Map<unknown, string>();

  /** Returns the identifier under which the source can use a value. */
  constant(value: unknown): string {
    let name = this.#constants.get(value);
    if (name === undefined) this.#constants.set(value, (name = `c${this.#constants.size}`));
    return name;
  }

  /** Evaluates the body of a function that uses the constants, and returns its result. */
  run(body: string, url: string, evaluate: Evaluate): unknown {
    return evaluate([...this.#constants.values()], body, [...this.#constants.keys()], url);
  }
}

/**
 * Returns a string as a literal. JSON strings are valid JavaScript literals, with quotes escaped.
 */
export function printLiteral(text: string): string {
  return JSON.stringify(text);
}
