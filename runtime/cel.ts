/**
 * @file An entry of the package: CEL, and the validation rules of types that are written in CEL.
 */
export * from "./cel/index.js";
export { validateTypeRules } from "./rules/rule-errors.js";
export { structuralSchema } from "./rules/structural.js";
