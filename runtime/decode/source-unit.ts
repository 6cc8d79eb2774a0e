import type { TypeSchema } from "../schema.js";
import type { DecoderOf } from "./closures.js";
import type { Evaluate } from "./evaluate.js";
import type { Decoder } from "./run.js";

/**
 * Source text of a type's decoder: functions, and the values of this program that they use. All
 * identifiers are generated; names of fields appear only in string literals.
 */
export class SourceUnit {
  readonly #functions: string[] = [];
  readonly #links: string[] = [];
  readonly #constants = new Map<unknown, string>();

  /** Returns an identifier for a value. */
  constant(value: unknown): string {
    let name = this.#constants.get(value);
    if (name === undefined) this.#constants.set(value, (name = `c${this.#constants.size}`));
    return name;
  }

  /** Adds a decoder with the parameters `value` and `run`, and returns its name. */
  decoder(body: string): string {
    const name = `decode${this.#functions.length}`;
    this.#functions.push(`function ${name}(value, run) {\n${body}\n}`);
    return name;
  }

  /**
   * Returns an expression for the decoder of another type. That decoder is created at its first
   * use, because types can refer to themselves, and many nested types never occur in the decoded
   * objects.
   */
  link(schema: () => TypeSchema, embedded: boolean, decoderOf: DecoderOf): string {
    const name = `link${this.#links.length}`;
    this.#links.push(name);
    return `(${name} ?? (${name} = ${this.constant((): Decoder => decoderOf(schema(), embedded))}()))`;
  }

  /** @param decoder name of the function to return */
  evaluate(decoder: string, evaluate: Evaluate): Decoder {
    const links = this.#links.map((name) => `let ${name};`);
    const body = [...links, ...this.#functions, `return ${decoder};`].join("\n");
    return evaluate([...this.#constants.values()], body, [...this.#constants.keys()]);
  }
}

/** Returns a text as a string literal. JSON strings are valid JavaScript, and escape quotes. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
