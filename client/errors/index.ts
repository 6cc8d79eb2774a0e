/**
 * What servers answer when they do not do what was asked: Go's apimachinery/pkg/api/errors, the
 * client's side of it.
 */
export * from "./predicates.js";
export { StatusError } from "./status-error.js";
