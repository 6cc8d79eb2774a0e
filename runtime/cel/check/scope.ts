import type { TypeProvider } from "../types/provider.js";
import type { ExpressionType } from "../types/type.js";

type Variable = readonly [name: string, type: ExpressionType];

/**
 * The names that an expression can use: variables of macros, variables of the whole expression, and
 * types.
 */
export class CheckScope {
  readonly #globals: ReadonlyMap<string, ExpressionType>;
  readonly #provider: TypeProvider;
  /** The variables of macros, from the outermost macro to the innermost one. */
  readonly #locals: readonly Variable[];

  constructor(globals: ReadonlyMap<string, ExpressionType>, provider: TypeProvider, locals: readonly Variable[] = []) {
    this.#globals = globals;
    this.#provider = provider;
    this.#locals = locals;
  }

  /** Returns an inner scope with additional variables. */
  with(...variables: readonly Variable[]): CheckScope {
    return new CheckScope(this.#globals, this.#provider, [...this.#locals, ...variables]);
  }

  /**
   * Returns the type of a name; undefined if the name is not known. A name that begins with a dot
   * does not refer to variables of macros.
   */
  find(name: string): ExpressionType | undefined {
    return name.startsWith(".") ? this.#global(name.slice(1)) : (this.#local(name) ?? this.#global(name));
  }

  /**
   * Returns the type of a name with dots, such as `a.b`; undefined if the name is not known, or if
   * its first part is a variable of a macro.
   */
  findQualified(first: string, name: string): ExpressionType | undefined {
    if (first.startsWith(".")) return this.#global(name.slice(1));
    return this.#local(first) === undefined ? this.#global(name) : undefined;
  }

  #local(name: string): ExpressionType | undefined {
    return this.#locals.findLast(([local]) => local === name)?.[1];
  }

  #global(name: string): ExpressionType | undefined {
    return this.#globals.get(name) ?? this.#provider.value(name);
  }
}
