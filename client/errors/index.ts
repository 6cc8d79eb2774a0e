/** Errors of API servers, and predicates for them (Go: apimachinery/pkg/api/errors). */
export * from "./predicates.js";
export { StatusError } from "./status-error.js";
