import type { TypeSchema } from "../schema/schema.js";
import type { Evaluate } from "../source/evaluate.js";
import { SourceText } from "../source/source-text.js";
import type { DecoderOf } from "./closures.js";
import type { ValueDecoder } from "./run.js";

/** Source text of a type's decoder. */
export class SourceUnit extends SourceText {
  readonly #functions: string[] = [];
  readonly #links: string[] = [];

  /**
   * Adds the function of a decoder to the source text, and returns the name of the function.
   * @param body statements that use the parameters `value` and `run`
   */
  decoder(body: string): string {
    const name = `decode${this.#functions.length}`;
    this.#functions.push(`function ${name}(value, run) {\n${body}\n}`);
    return name;
  }

  /**
   * Returns an expression for the decoder of another type. The expression creates the decoder when
   * it is first evaluated, because types can refer to themselves, and many nested types never occur
   * in the input.
   */
  link(schema: () => TypeSchema, embedded: boolean, decoderOf: DecoderOf): string {
    const name = `link${this.#links.length}`;
    this.#links.push(name);
    return `(${name} ?? (${name} = ${this.constant((): ValueDecoder => decoderOf(schema(), embedded))}()))`;
  }

  /**
   * Compiles the source text, and returns one of its decoders.
   * @param decoder name that `decoder` returned
   * @param type name of the type, which debuggers show
   */
  evaluate(decoder: string, type: string, evaluate: Evaluate): ValueDecoder {
    const links = this.#links.map((name) => `let ${name};`);
    const body = [...links, ...this.#functions, `return ${decoder};`].join("\n");
    return this.run(body, `decode/${type}`, evaluate) as ValueDecoder;
  }
}
