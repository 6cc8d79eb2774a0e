import type { Schema } from "./schema.js";

/**
 * What a conversion function gets beside its input, Go's conversion.Scope. Conversion functions
 * return a new value, may share subtrees with their input, never mutate it, and throw an Error
 * where Go returns one.
 */
export interface ConversionScope {
  /**
   * Converts by the functions of the scheme that this conversion runs in. @throws Error where no
   * function is registered for the pair
   */
  convert<A, B>(input: NoInfer<A>, from: Schema<A>, to: Schema<B>): B;
}
