import { MalformedProtobufError } from "./malformed-error.js";

/**
 * Counts the items of a document. The readers of the document and of its embedded objects share one
 * budget.
 */
export class ItemBudget {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts an item.
   *
   * @throws MalformedProtobufError if there are too many items
   */
  add(): void {
    if (++this.#count > this.#max) throw new MalformedProtobufError(`the document has more than ${this.#max} items`);
  }
}
