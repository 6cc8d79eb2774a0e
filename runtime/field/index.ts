/** Field paths and validation errors (Go: package field). */
export * from "./path.js";
export * from "./error.js";
export * from "./constructors.js";
export * from "./error-list.js";
export * from "./error-matcher.js";
