import type { CodeBlock } from "./block.js";
import type { CodeForm, Operand } from "./form.js";

/**
 * A list with one item for each item of another list. The code that makes the list is printed only
 * where the list itself is needed.
 */
export class MappedList implements Operand {
  readonly form: Extract<CodeForm, { kind: "array" }>;
  /** Code for the number of items. */
  readonly size: string;
  readonly #list: string;
  readonly #parameter: string;
  readonly #item: Operand;
  readonly #body: CodeBlock;
  readonly #block: CodeBlock;

  /**
   * @param list code for the other list
   * @param parameter name of the other list's item in the body
   * @param item the operand for the new item
   * @param body the statements that compute the item
   * @param block the block in which the list is made
   */
  constructor(list: string, parameter: string, item: Operand, body: CodeBlock, block: CodeBlock) {
    this.form = { kind: "array", item: item.form };
    this.size = `${list}.length`;
    this.#list = list;
    this.#parameter = parameter;
    this.#item = item;
    this.#body = body;
    this.#block = block;
  }

  /** Prints the code that makes the list, and returns its name. */
  get code(): string {
    const name = this.#block.code.name("list");
    this.#body.line(`return ${this.#item.code};`);
    this.#block.add(`const ${name} = ${this.#list}.map((${this.#parameter}) =>`, this.#body, "});");
    return name;
  }

  /** Prints a loop over the items, without making the list. */
  forEach(printItem: (item: string, body: CodeBlock) => void): void {
    printItem(this.#item.code, this.#body);
    this.#block.add(`for (const ${this.#parameter} of ${this.#list})`, this.#body);
  }
}
