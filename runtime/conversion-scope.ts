import type { Schema } from "./schema.js";

/**
 * Second parameter of conversion functions (Go: conversion.Scope). A conversion function returns a
 * new value that can share parts with its input. It never mutates the input, and throws an Error
 * where Go returns one.
 */
export interface ConversionScope {
  /**
   * Converts a value with the functions of the scheme in use.
   * @throws Error where no function is registered for the pair
   */
  convert<A, B>(input: NoInfer<A>, from: Schema<A>, to: Schema<B>): B;
}
