/**
 * @file The functions that printed expressions call. Printed code handles values without errors,
 * ints within the safe range, and costs below the limit. For everything else, these functions throw
 * an error, and closures evaluate the expression again.
 */
export * from "./costs.js";
export * from "./functions.js";
export * from "./guards.js";
export type { CELFunction, CELFunctions, MakeFunction } from "./evaluate.js";
export { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values.js";
export { compareStrings } from "../evaluate/order.js";
export { codePoints } from "../evaluate/sizes.js";
export { mapOf } from "../evaluate/collections.js";
export { listOf } from "../evaluate/lists.js";
export { compiledPattern as pattern } from "../evaluate/patterns.js";
export type { Value } from "../evaluate/value.js";
