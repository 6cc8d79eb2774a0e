import type { ConversionScope } from "../conversion-scope.js";
import type { Schema, TypeSchema } from "../schema.js";

/** Converts a value of one type into another: returns a new value, which may share subtrees with its input, and mutates nothing. */
export type ConversionFunc<A, B> = (input: A, scope: ConversionScope) => B;

/** A conversion function whose types only the table's keys know. */
export type ErasedConversion = (input: unknown, scope: ConversionScope) => unknown;

type Functions = Map<TypeSchema, Map<TypeSchema, ErasedConversion>>;

/** Conversion functions by their pair of types. */
export class ConversionTable {
  readonly #ignored = new Map<TypeSchema, Set<TypeSchema>>();
  readonly #manual: Functions = new Map();
  readonly #generated: Functions = new Map();

  ignore(from: TypeSchema, to: TypeSchema): void {
    const targets = this.#ignored.get(from) ?? new Set<TypeSchema>();
    this.#ignored.set(from, targets.add(to));
  }

  addManual<A, B>(from: Schema<A>, to: Schema<B>, fn: ConversionFunc<A, B>): void {
    add(this.#manual, from, to, fn as ErasedConversion);
  }

  addGenerated<A, B>(from: Schema<A>, to: Schema<B>, fn: ConversionFunc<A, B>): void {
    add(this.#generated, from, to, fn as ErasedConversion);
  }

  isIgnored(from: TypeSchema, to: TypeSchema): boolean {
    return this.#ignored.get(from)?.has(to) ?? false;
  }

  /** The person's function, or the generated one. */
  find(from: TypeSchema, to: TypeSchema): ErasedConversion | undefined {
    return this.#manual.get(from)?.get(to) ?? this.#generated.get(from)?.get(to);
  }

  /** The types that a value can be converted into, a person's functions first. */
  targets(from: TypeSchema): Set<TypeSchema> {
    return new Set([...(this.#manual.get(from)?.keys() ?? []), ...(this.#generated.get(from)?.keys() ?? [])]);
  }
}

function add(functions: Functions, from: TypeSchema, to: TypeSchema, fn: ErasedConversion): void {
  const targets = functions.get(from) ?? new Map<TypeSchema, ErasedConversion>();
  functions.set(from, targets.set(to, fn));
}
