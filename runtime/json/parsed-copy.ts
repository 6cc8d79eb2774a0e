import { UnmarshalError } from "./errors.js";
import { wellFormed } from "./well-formed.js";
import { setOwn } from "./values.js";
import { isLargeInteger, NumberLiteral } from "./number-literal.js";

/** Result of `parsedCopy`: the copy, and facts about the original value. */
export interface ParsedCopy {
  readonly value: unknown;
  /** True if the original value contains a `bigint`. */
  readonly hasBigInt: boolean;
  /** True if the original value contains a `NumberLiteral`. */
  readonly hasLiteral: boolean;
}

/**
 * Copies a JSON value. The copy equals the value that `JSON.parse` returns for the output of
 * `stringifyJSON`: it has no undefined properties, and U+FFFD replaces each lone surrogate.
 *
 * @param largeIntegers type of the copies of integers beyond ±(2^53 - 1) that are a `bigint` or a
 * `NumberLiteral`. `number` rounds them
 * @throws RangeError for a value that is nested deeper than the call stack allows
 * @throws UnmarshalError for a value that JSON cannot represent: a function, a symbol, or an object
 * with a `toJSON` method, such as a Date
 */
export function parsedCopy(value: unknown, largeIntegers: "number" | "bigint"): ParsedCopy {
  const copier = new Copier(largeIntegers === "bigint");
  return { value: copier.copy(value), hasBigInt: copier.hasBigInt, hasLiteral: copier.hasLiteral };
}

function notJSON(type: string): UnmarshalError {
  return new UnmarshalError(`json: unsupported type: ${type}`);
}

type Fields = Readonly<Record<string, unknown>>;

class Copier {
  readonly #keepsDigits: boolean;
  hasBigInt = false;
  hasLiteral = false;

  constructor(keepsDigits: boolean) {
    this.#keepsDigits = keepsDigits;
  }

  copy(value: unknown): unknown {
    switch (typeof value) {
      case "string":
        return wellFormed(value);
      case "number":
        // Adding zero turns -0 into 0.
        return value + 0;
      case "bigint":
        this.hasBigInt = true;
        return this.#integer(value);
      case "object":
        if (value === null) return null;
        if (Array.isArray(value)) return value.map((item) => this.copy(item) ?? null);
        return value instanceof NumberLiteral ? this.#literal(value) : this.#object(value as Fields);
      case "function":
      case "symbol":
        throw notJSON(typeof value);
      default:
        return value;
    }
  }

  #object(object: Fields): Fields {
    if (typeof object["toJSON"] === "function") throw notJSON("object with toJSON");
    // The spread copies all keys in one fast operation. The loop then replaces the values.
    const copy: Record<string, unknown> = { ...object };
    for (const key of Object.keys(copy)) {
      const value = copy[key];
      const copied = this.copy(value);
      if (copied === undefined || wellFormed(key) !== key) return this.#entries(object);
      if (copied !== value) setOwn(copy, key, copied);
    }
    return copy;
  }

  /**
   * Copies an object. Leaves out keys whose values are undefined, and replaces lone surrogates in
   * keys.
   */
  #entries(object: Fields): Fields {
    const entries = Object.entries(object).map(([key, value]) => [wellFormed(key), this.copy(value)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  #literal({ text }: NumberLiteral): number | bigint {
    this.hasLiteral = true;
    return isLargeInteger(text) ? this.#integer(BigInt(text)) : Number(text) + 0;
  }

  #integer(value: bigint): number | bigint {
    const number = Number(value);
    return this.#keepsDigits && !Number.isSafeInteger(number) ? value : number;
  }
}
