/** Errors that servers send, as the client reports them (Go: apimachinery/pkg/api/errors). */
export * from "./predicates.js";
export { StatusError } from "./status-error.js";
