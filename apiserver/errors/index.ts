/** Status errors: the failures that a server reports to clients. */
export * from "./constructors.js";
export { StatusError, failureStatus, hasReason, statusOf } from "./status-error.js";
