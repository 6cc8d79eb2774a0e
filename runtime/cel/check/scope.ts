import type { TypeProvider } from "../types/provider.js";
import type { Type } from "../types/type.js";

type Variable = readonly [name: string, type: Type];

/**
 * The names that an expression can use: variables of macros, variables of the whole expression, and
 * types.
 */
export class Scope {
  readonly #globals: ReadonlyMap<string, Type>;
  readonly #provider: TypeProvider;
  /** The variables of macros, from the outermost macro to the innermost one. */
  readonly #locals: readonly Variable[];

  constructor(globals: ReadonlyMap<string, Type>, provider: TypeProvider, locals: readonly Variable[] = []) {
    this.#globals = globals;
    this.#provider = provider;
    this.#locals = locals;
  }

  /** Returns a scope inside this one. */
  with(...variables: readonly Variable[]): Scope {
    return new Scope(this.#globals, this.#provider, [...this.#locals, ...variables]);
  }

  /** Returns the type of a name. A dot in front of it skips the variables of macros. */
  find(name: string): Type | undefined {
    return name.startsWith(".") ? this.#global(name.slice(1)) : (this.#local(name) ?? this.#global(name));
  }

  /** Returns the type of a name with dots. Its first part must not be a variable of a macro. */
  findQualified(first: string, name: string): Type | undefined {
    if (first.startsWith(".")) return this.#global(name.slice(1));
    return this.#local(first) === undefined ? this.#global(name) : undefined;
  }

  #local(name: string): Type | undefined {
    return this.#locals.findLast(([local]) => local === name)?.[1];
  }

  #global(name: string): Type | undefined {
    return this.#globals.get(name) ?? this.#provider.value(name);
  }
}
