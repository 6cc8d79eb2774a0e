/** @file Package entry for CEL, and for validation rules that are written in CEL. */
export * from "./cel/index.js";
export { validateTypeRules } from "./rules/rule-errors.js";
export { structuralSchema } from "./rules/structural.js";
