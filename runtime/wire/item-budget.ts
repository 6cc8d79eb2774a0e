import { MalformedProtobufError } from "./malformed-error.js";

/**
 * Limits the number of fields in a protobuf document. A document and its embedded objects share one
 * budget.
 */
export class ItemBudget {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts one field.
   *
   * @throws MalformedProtobufError if the document has too many fields
   */
  add(): void {
    if (++this.#count > this.#max) throw new MalformedProtobufError(`the document has more than ${this.#max} items`);
  }
}
