import type { Schema } from "../schema/schema.js";

/**
 * Second parameter of conversion functions (Go: conversion.Scope). A conversion function returns a
 * new value, which can share nested values with the input. It never mutates the input, and throws
 * an Error if the conversion fails.
 */
export interface ConversionScope {
  /**
   * Converts a value with the functions of the current scheme.
   * @throws Error if no function converts `from` to `to`
   */
  convert<A, B>(input: NoInfer<A>, from: Schema<A>, to: Schema<B>): B;
}
