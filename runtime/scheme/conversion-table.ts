import type { ConversionScope } from "./conversion-scope.js";
import type { Schema, TypeSchema } from "../schema/schema.js";

/**
 * Function that converts a value to another type. Returns a new value, which can share nested
 * values with the input, and does not mutate the input.
 */
export type ConversionFunc<A, B> = (input: A, scope: ConversionScope) => B;

/**
 * A conversion function without its parameter types. The conversion table finds the function by the
 * schemas of the two types.
 */
export type ErasedConversion = (input: unknown, scope: ConversionScope) => unknown;

type Functions = Map<TypeSchema, Map<TypeSchema, ErasedConversion>>;

/** Stores conversion functions by pair of types. */
export class ConversionTable {
  readonly #ignored = new Map<TypeSchema, Set<TypeSchema>>();
  readonly #manual: Functions = new Map();
  readonly #generated: Functions = new Map();
  /**
   * Cached results of `hubBetween`, by source type and target type. Null if these types need no
   * hub, or if no hub exists.
   */
  readonly #hubs = new Map<TypeSchema, Map<TypeSchema, TypeSchema | null>>();

  ignore(from: TypeSchema, to: TypeSchema): void {
    const targets = this.#ignored.get(from) ?? new Set<TypeSchema>();
    this.#ignored.set(from, targets.add(to));
    this.#hubs.clear();
  }

  addManual<A, B>(from: Schema<A>, to: Schema<B>, fn: ConversionFunc<A, B>): void {
    add(this.#manual, from, to, fn as ErasedConversion);
    this.#hubs.clear();
  }

  addGenerated<A, B>(from: Schema<A>, to: Schema<B>, fn: ConversionFunc<A, B>): void {
    add(this.#generated, from, to, fn as ErasedConversion);
    this.#hubs.clear();
  }

  isIgnored(from: TypeSchema, to: TypeSchema): boolean {
    return this.#ignored.get(from)?.has(to) ?? false;
  }

  /** Reports whether exactly this pair of types has a function or is registered with `ignore`. */
  has(from: TypeSchema, to: TypeSchema): boolean {
    return this.isIgnored(from, to) || this.find(from, to) !== undefined;
  }

  /** Returns the types to which functions convert a type directly. */
  targetsOf(from: TypeSchema): readonly TypeSchema[] {
    return [...(this.#manual.get(from)?.keys() ?? []), ...(this.#generated.get(from)?.keys() ?? [])];
  }

  /**
   * Returns the hand-written function for a pair of types. If none is registered, returns the
   * generated function; undefined if that is not registered either.
   */
  find(from: TypeSchema, to: TypeSchema): ErasedConversion | undefined {
    return this.#manual.get(from)?.get(to) ?? this.#generated.get(from)?.get(to);
  }

  /**
   * Returns the type through which values of the type `from` are converted to the type `to`, if no
   * function converts them directly. A type of an internal version is preferred. Returns undefined
   * if such a function is registered, or if no such type exists.
   */
  hubBetween(from: TypeSchema, to: TypeSchema, isInternal: (schema: TypeSchema) => boolean): TypeSchema | undefined {
    const known = this.#hubs.get(from)?.get(to);
    if (known !== undefined) return known ?? undefined;
    const hub = this.#findHub(from, to, isInternal);
    const hubs = this.#hubs.get(from) ?? new Map<TypeSchema, TypeSchema | null>();
    this.#hubs.set(from, hubs.set(to, hub ?? null));
    return hub;
  }

  #findHub(from: TypeSchema, to: TypeSchema, isInternal: (schema: TypeSchema) => boolean): TypeSchema | undefined {
    if (this.has(from, to)) return undefined;
    const candidates = this.targetsOf(from).filter((candidate) => this.find(candidate, to) !== undefined);
    return candidates.find(isInternal) ?? candidates[0];
  }
}

function add(functions: Functions, from: TypeSchema, to: TypeSchema, fn: ErasedConversion): void {
  const targets = functions.get(from) ?? new Map<TypeSchema, ErasedConversion>();
  functions.set(from, targets.set(to, fn));
}
