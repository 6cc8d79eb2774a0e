/**
 * Status errors: the failures that a server reports to clients. The constructors have the
 * names, codes, reasons, messages and details of Go's apimachinery/pkg/api/errors.
 */
export { newApplyConflict } from "./apply-conflict.js";
export * from "./constructors.js";
export { StatusError, failureStatus, hasReason, statusOf } from "./status-error.js";
