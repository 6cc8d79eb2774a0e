/** Status errors: what a server answers when it does not do what was asked. */
export * from "./constructors.js";
export { StatusError, failureStatus, hasReason, statusOf } from "./status-error.js";
