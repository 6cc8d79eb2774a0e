import type { CodeBlock } from "./block.js";
import type { CodeForm, Operand } from "./form.js";

/** A list with one item for each item of another one. It is made where it is needed as a list. */
export class MappedList implements Operand {
  readonly form: Extract<CodeForm, { kind: "array" }>;
  /** The number of items. */
  readonly size: string;
  readonly #list: string;
  readonly #parameter: string;
  readonly #item: Operand;
  readonly #body: CodeBlock;
  readonly #block: CodeBlock;

  /**
   * @param list the other list
   * @param parameter the name of its item in the body
   * @param body the statements that make an item
   * @param block where the list is made
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

  /** Prints the list. */
  get code(): string {
    const name = this.#block.code.name("list");
    this.#body.line(`return ${this.#item.code};`);
    this.#block.add(`const ${name} = ${this.#list}.map((${this.#parameter}) =>`, this.#body, "});");
    return name;
  }

  /** Prints a loop over the items in place of the list. */
  forEach(printItem: (item: string, body: CodeBlock) => void): void {
    printItem(this.#item.code, this.#body);
    this.#block.add(`for (const ${this.#parameter} of ${this.#list})`, this.#body);
  }
}
