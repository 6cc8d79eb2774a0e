import { CELUint } from "../values/classes.js";
import { assertHashable } from "../values/hash-keys.js";
import type { ListValue, Result } from "../values/value.js";

/** The constants of a list literal, for a search such as `x in [1, 2]`. */
export class ConstantSet {
  readonly #values = new Set<Result>();
  readonly #uints = new Set<bigint>();

  /**
   * Returns the set of the items of a list; undefined if an item is not a bool, a number or a
   * string.
   */
  static of(list: ListValue): ConstantSet | undefined {
    const constants = new ConstantSet();
    for (const item of list) if (!constants.#add(item)) return undefined;
    return constants;
  }

  /** The constants and the numbers of other types that are equal to them, except uints. */
  get values(): Iterable<Result> {
    return this.#values;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#uints.size === 0;
  }

  has(value: Result): boolean {
    assertHashable(value);
    if (value instanceof CELUint) return this.#uints.has(value.value);
    return this.#values.has(value) && !Number.isNaN(value);
  }

  /**
   * Adds a constant, and the numbers of other types that are equal to it. Returns false for a value
   * that is not a bool, a number or a string.
   */
  #add(item: Result): boolean {
    if (item instanceof CELUint) {
      this.#uints.add(item.value);
      this.#addInteger(item.value);
      return true;
    }
    if (typeof item === "object") return false;
    this.#values.add(item);
    if (typeof item === "bigint") this.#addInteger(item);
    if (typeof item === "number" && Number.isInteger(item)) this.#addDouble(BigInt(item));
    return true;
  }

  #addInteger(value: bigint): void {
    this.#values.add(Number(value));
    if (BigInt.asIntN(64, value) === value) this.#values.add(value);
    if (value >= 0n) this.#uints.add(value);
  }

  #addDouble(value: bigint): void {
    if (value > -(2n ** 63n) && value < 2n ** 63n) this.#values.add(value);
    if (value >= 0n && value < 2n ** 64n) this.#uints.add(value);
  }
}
