import type { TypeSchema } from "../schema.js";
import type { DecoderOf } from "./closures.js";
import type { Evaluate } from "./evaluate.js";
import type { Decoder } from "./run.js";

/**
 * Source text of a type's decoder, and the functions and values that the text refers to. All
 * identifiers are generated; names of fields appear only in string literals.
 */
export class SourceUnit {
  readonly #functions: string[] = [];
  readonly #links: string[] = [];
  readonly #constants = new Map<unknown, string>();

  /** Returns the identifier under which the source text can use a value. */
  constant(value: unknown): string {
    let name = this.#constants.get(value);
    if (name === undefined) this.#constants.set(value, (name = `c${this.#constants.size}`));
    return name;
  }

  /**
   * Adds the function of a decoder, whose body uses the parameters `value` and `run`. Returns its
   * name.
   */
  decoder(body: string): string {
    const name = `decode${this.#functions.length}`;
    this.#functions.push(`function ${name}(value, run) {\n${body}\n}`);
    return name;
  }

  /**
   * Returns an expression for the decoder of another type. The expression creates the decoder at
   * its first use: types can refer to themselves, and many nested types never occur in the input.
   */
  link(schema: () => TypeSchema, embedded: boolean, decoderOf: DecoderOf): string {
    const name = `link${this.#links.length}`;
    this.#links.push(name);
    return `(${name} ?? (${name} = ${this.constant((): Decoder => decoderOf(schema(), embedded))}()))`;
  }

  /**
   * Evaluates the source text and returns one of its decoders.
   * @param decoder name that `decoder` returned
   */
  evaluate(decoder: string, evaluate: Evaluate): Decoder {
    const links = this.#links.map((name) => `let ${name};`);
    const body = [...links, ...this.#functions, `return ${decoder};`].join("\n");
    return evaluate([...this.#constants.values()], body, [...this.#constants.keys()]);
  }
}

/**
 * Returns a text as a string literal. JSON strings are valid JavaScript literals, with quotes
 * escaped.
 */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
