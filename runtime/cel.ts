/** @file An entry of the package: CEL, and the rules of types that are written in it. */
export * from "./cel/index.js";
export { validateTypeRules } from "./rules/rule-errors.js";
export { structuralSchema } from "./rules/structural.js";
