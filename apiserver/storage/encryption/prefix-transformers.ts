import { aggregateErrors } from "../../util/aggregate-errors.js";
import type { Decrypted, Transformer, ValuePlace } from "./transformer.js";

/** A transformer and its prefix: the first bytes of the values that it has encrypted. */
export interface Prefixed {
  /** First bytes of the stored values; empty for the identity provider. */
  readonly prefix: string;
  readonly transformer: Transformer;
}

/** One encryption or decryption, for metrics. */
export interface Transformation {
  readonly resource: string;
  readonly type: "from_storage" | "to_storage";
  readonly prefix: string;
  readonly seconds: number;
  readonly hasFailed: boolean;
}

export interface PrefixTransformersOptions {
  readonly entries: readonly [Prefixed, ...Prefixed[]];
  /** Error message for a value that has none of the prefixes. */
  readonly noMatch: string;
  readonly onTransformation: (transformation: Transformation) => void;
}

/**
 * Encrypts values with the first transformer. Decrypts a value with the first transformer that has
 * the prefix of the value and succeeds (Go: value.NewPrefixTransformers).
 */
export class PrefixTransformers implements Transformer {
  readonly writer: string;
  readonly #options: PrefixTransformersOptions;
  readonly #prefixes: readonly Buffer[];

  constructor(options: PrefixTransformersOptions) {
    this.#options = options;
    this.#prefixes = options.entries.map(({ prefix }) => Buffer.from(prefix));
    const [{ prefix, transformer }] = options.entries;
    this.writer = prefix + transformer.writer;
  }

  encrypt(value: Uint8Array, place: ValuePlace): Buffer {
    const [{ prefix, transformer }] = this.#options.entries;
    const since = performance.now();
    const stored = transformer.encrypt(value, place);
    this.#record(place, "to_storage", prefix, since, false);
    return prefix === "" ? stored : Buffer.concat([Buffer.from(prefix), stored]);
  }

  decrypt(stored: Buffer, place: ValuePlace): Decrypted {
    const since = performance.now();
    const errors: Error[] = [];
    for (const [index, { prefix, transformer }] of this.#options.entries.entries()) {
      const own = this.#prefixes[index] ?? Buffer.alloc(0);
      if (!own.equals(stored.subarray(0, own.length))) continue;
      const shown = prefix === "" ? "identity" : prefix;
      try {
        const { value, writer } = transformer.decrypt(stored.subarray(own.length), place);
        this.#record(place, "from_storage", shown, since, false);
        return { value, writer: prefix + writer };
      } catch (error) {
        // The identity provider refuses encrypted values. This is not a failure, because a later
        // provider may decrypt the value.
        if (prefix === "") continue;
        this.#record(place, "from_storage", shown, since, true);
        errors.push(error as Error);
      }
    }
    const failure = aggregateErrors(errors);
    if (failure !== undefined) throw failure;
    this.#record(place, "from_storage", "unknown", since, true);
    throw new Error(this.#options.noMatch);
  }

  #record(place: ValuePlace, type: Transformation["type"], prefix: string, since: number, hasFailed: boolean): void {
    const seconds = (performance.now() - since) / 1000;
    this.#options.onTransformation({ resource: place.resource, type, prefix, seconds, hasFailed });
  }
}
