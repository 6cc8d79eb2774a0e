import * as fc from "fast-check";
import { setOwn } from "../json/values.js";

/**
 * A field and its arbitrary. An optional field is absent in some objects. It is also absent if the
 * arbitrary generates undefined.
 */
export interface FieldArbitrary {
  readonly name: string;
  readonly values: fc.Arbitrary<unknown>;
  readonly optional: boolean;
}

/** Generated values in the order of the fields; undefined for an absent field. */
type Parts = readonly (fc.Value<unknown> | undefined)[];

// Each object uses one of these probabilities, in sixteenths, for all its optional fields. Most
// objects thus have few optional fields and some have nearly all: every combination of two fields
// occurs, and large nested objects stay small.
const shares = [1, 2, 5, 14];

/**
 * Generates objects with all required fields and a random choice of the optional fields. This is
 * faster than `fc.record`, which also generates the values of absent fields. Shrinking removes all
 * optional fields, then single optional fields, and then shrinks each value.
 */
export class ObjectArbitrary extends fc.Arbitrary<object> {
  readonly #fields: readonly FieldArbitrary[];

  constructor(fields: readonly FieldArbitrary[]) {
    super();
    this.#fields = fields;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<object> {
    const share = shares[random.nextInt(0, shares.length - 1)] ?? 0;
    const parts = this.#fields.map(({ values, optional }) =>
      optional && random.nextInt(0, 15) >= share ? undefined : values.generate(random, biasFactor),
    );
    return this.#made(parts);
  }

  canShrinkWithoutContext(_value: unknown): _value is object {
    return false;
  }

  shrink(_value: object, context: unknown): fc.Stream<fc.Value<object>> {
    return Array.isArray(context) ? fc.stream(this.#smaller(context as Parts)) : fc.Stream.nil();
  }

  *#smaller(parts: Parts): IterableIterator<fc.Value<object>> {
    const left = parts.flatMap((part, index) =>
      part?.value_ !== undefined && this.#fields[index]?.optional === true ? [index] : [],
    );
    if (left.length > 1) yield this.#made(parts.map((part, index) => (left.includes(index) ? undefined : part)));
    for (const index of left) yield this.#made(parts.with(index, undefined));
    for (const [index, { values }] of this.#fields.entries()) {
      const part = parts[index];
      if (part === undefined) continue;
      for (const smaller of values.shrink(part.value_, part.context)) yield this.#made(parts.with(index, smaller));
    }
  }

  #made(parts: Parts): fc.Value<object> {
    const out: Record<string, unknown> = {};
    for (let index = 0; index < parts.length; index++) {
      const value = parts[index]?.value_;
      if (value !== undefined) setOwn(out, this.#fields[index]?.name ?? "", value);
    }
    return new fc.Value<object>(out, parts);
  }
}
