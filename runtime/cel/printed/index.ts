/**
 * @file The functions that printed expressions call. Printed code handles values without errors,
 * ints within the safe range, and costs below the limit. For everything else, these functions throw
 * an error, and the evaluator (cel/evaluate) evaluates the expression again.
 */
export * from "./costs.js";
export * from "./functions.js";
export * from "./guards.js";
export type { CELFunction, CELFunctions, MakeFunction } from "./evaluate.js";
export { CELBytes, CELDuration, CELTimestamp, CELUint } from "../values/classes.js";
export { compareByCodePoints as compareStrings } from "../../util/compare-keys.js";
export { countCharacters as codePoints } from "../../util/text-length.js";
export { mapOf } from "../values/collections.js";
export { listOf } from "../values/lists.js";
export { compiledPattern as pattern } from "../functions/patterns.js";
export type { Value } from "../values/value.js";
