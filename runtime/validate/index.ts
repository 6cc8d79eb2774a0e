/** Rules of declarative validation, for generated code (Go: package pkg/api/validate). */
export * from "./each.js";
export * from "./enums.js";
export * from "./formats.js";
export * from "./item-key.js";
export type { Operation, OperationRequest } from "./operation.js";
export * from "./options.js";
export * from "./parts.js";
export * from "./paths.js";
export * from "./presence.js";
export * from "./rule-errors.js";
export * from "./semantic-equal.js";
export * from "./text-length.js";
export * from "./unions.js";
export * from "./updates.js";
export type { Validator } from "./validator.js";
