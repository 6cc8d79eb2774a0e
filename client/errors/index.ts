/** Errors of servers, from the client's side (Go: apimachinery/pkg/api/errors). */
export * from "./predicates.js";
export { StatusError } from "./status-error.js";
