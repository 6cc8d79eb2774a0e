import type { TypeSchema } from "../schema.js";
import type { DecoderOf } from "./closures.js";
import type { Evaluate } from "./evaluate.js";
import type { Decoder } from "./run.js";

/**
 * The source of one type's decoder while it is written: functions, and the values of this program
 * that they use. Everything in it has a name of ours; the names of fields stand in it as literals
 * only.
 */
export class SourceUnit {
  readonly #functions: string[] = [];
  readonly #links: string[] = [];
  readonly #constants = new Map<unknown, string>();

  /** The name under which the source can use a value. */
  constant(value: unknown): string {
    let name = this.#constants.get(value);
    if (name === undefined) this.#constants.set(value, (name = `c${this.#constants.size}`));
    return name;
  }

  /** Adds a decoder that has `value` and `run`, and returns its name. */
  decoder(body: string): string {
    const name = `decode${this.#functions.length}`;
    this.#functions.push(`function ${name}(value, run) {\n${body}\n}`);
    return name;
  }

  /**
   * An expression for the decoder of another type. It is found when it is first needed: types may
   * refer to themselves, and most of what a type could hold is never met.
   */
  link(schema: () => TypeSchema, embedded: boolean, decoderOf: DecoderOf): string {
    const name = `link${this.#links.length}`;
    this.#links.push(name);
    return `(${name} ?? (${name} = ${this.constant((): Decoder => decoderOf(schema(), embedded))}()))`;
  }

  /** @param decoder the name of the function that is wanted */
  evaluate(decoder: string, evaluate: Evaluate): Decoder {
    const links = this.#links.map((name) => `let ${name};`);
    const body = [...links, ...this.#functions, `return ${decoder};`].join("\n");
    return evaluate([...this.#constants.values()], body, [...this.#constants.keys()]);
  }
}

/** A text as a literal of the source. JSON's are JavaScript's, and no text can leave them. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
