/**
 * @file Prints functions of lists of ints or strings as loops over the items, which do not create
 * the list.
 */
import type { CodeBlock } from "./block.js";
import { type CodeForm, type Operand, forms } from "./form.js";
import { readElements, readAs, type ReadFunction } from "./parts.js";

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

/** Prints a loop over items, and returns the name of the variable with the result. */
type Fold = (items: MappedList, block: CodeBlock) => string;

/**
 * The form of the result, and the function that prints the loop, by CEL function and kind of item.
 */
const folds: Readonly<Record<string, Readonly<Record<string, readonly [form: CodeForm, fold: Fold]>>>> = {
  sum: { int: [forms.int, sum] },
  isSorted: {
    int: [forms.bool, isSorted("-Infinity", (last, item) => `${last} > ${item}`)],
    string: [forms.bool, isSorted('""', (last, item) => `cel.compareStrings(${last}, ${item}) > 0`)],
  },
};

export function isFold(name: string): boolean {
  return Object.hasOwn(folds, name);
}

/**
 * Prints a function of a list as a loop; undefined if the items have a kind without such a loop.
 */
export function printFold(name: string, list: Operand, block: CodeBlock): Operand | undefined {
  const items = itemsOf(list, block);
  const [form, fold] = (items && folds[name]?.[items.form.item.kind]) ?? [];
  return items && form && fold && { code: fold(items, block), form };
}

function itemsOf(list: Operand, block: CodeBlock): MappedList | undefined {
  if (list instanceof MappedList) return list;
  const { code, form } = list;
  const reading: ReadFunction | undefined =
    form.kind === "list"
      ? readElements(block, form)
      : form.kind === "array"
        ? { code: "", form: form.item }
        : undefined;
  if (reading === undefined) return undefined;
  const body = block.inner();
  const name = block.code.name(reading.code === "" ? "item" : "raw");
  return new MappedList(code, name, readAs(reading, name, body, "item"), body, block);
}

function sum(items: MappedList, block: CodeBlock): string {
  const name = block.code.name("sum");
  block.chargeFor(items.size);
  block.line(`let ${name} = 0;`);
  items.forEach((item, body) => {
    body.line(`${name} = cel.safe(${name} + ${item});`);
  });
  return name;
}

/**
 * Returns the function that prints the loop for `isSorted`.
 *
 * @param least a value that is not greater than any item
 * @param isGreater returns code that reports whether the previous item is greater than the current
 *   item
 */
function isSorted(least: string, isGreater: (last: string, item: string) => string): Fold {
  return (items, block) => {
    const [name, last] = [block.code.name("isSorted"), block.code.name("last")];
    const isText = items.form.item.kind === "string";
    if (!isText) block.chargeFor(items.size);
    block.line(`let ${name} = true;`);
    block.line(`let ${last} = ${least};`);
    items.forEach((item, body) => {
      if (isText) body.chargeFor(`cel.partCost(${item})`);
      body.line(`if (${isGreater(last, item)}) ${name} = false;`);
      body.line(`${last} = ${item};`);
    });
    return name;
  };
}
