import type { StatusReason } from "@apimachinery/runtime";
import { StatusError } from "./status-error.js";

/**
 * Reports whether the server could not read the request (Go: IsBadRequest). Like most predicates in
 * this file, this function checks the reason of the error. If the reason is absent or not a
 * StatusReason, it checks the code.
 */
export const isBadRequest = ofReason("BadRequest", 400);
export const isUnauthorized = ofReason("Unauthorized", 401);
export const isForbidden = ofReason("Forbidden", 403);
export const isNotFound = ofReason("NotFound", 404);
export const isMethodNotSupported = ofReason("MethodNotAllowed", 405);
export const isNotAcceptable = ofReason("NotAcceptable", 406);

/**
 * Reports whether an object with this name already exists. Only the reason is checked, because the
 * code 409 can also mean a conflict.
 */
export function isAlreadyExists(error: unknown): boolean {
  return reasonOf(error) === "AlreadyExists";
}

/**
 * Reports whether the object has changed since the caller read it. The caller should read it again
 * and retry.
 */
export const isConflict = ofReason("Conflict", 409);
export const isGone = ofReason("Gone", 410);

/**
 * Reports whether the requested revision has expired. The caller should list again. As in Go, only
 * the reason is checked, not the code.
 */
export function isResourceExpired(error: unknown): boolean {
  return reasonOf(error) === "Expired";
}

/**
 * Reports whether the requested revision of a watch or list has expired: the reason is `Expired`,
 * or the reason or code means Gone (410). The caller should list again.
 */
export function isExpiredOrGone(error: unknown): boolean {
  return isResourceExpired(error) || isGone(error);
}

export const isRequestEntityTooLarge = ofReason("RequestEntityTooLarge", 413);
export const isUnsupportedMediaType = ofReason("UnsupportedMediaType", 415);

/**
 * Reports whether the request had invalid content. `status.details.causes` lists the invalid
 * fields.
 */
export const isInvalid = ofReason("Invalid", 422);
export const isTooManyRequests = ofReason("TooManyRequests", 429);
export const isInternalError = ofReason("InternalError", 500);

export function isServerTimeout(error: unknown): boolean {
  return reasonOf(error) === "ServerTimeout";
}

export const isServiceUnavailable = ofReason("ServiceUnavailable", 503);
export const isTimeout = ofReason("Timeout", 504);

/**
 * Reports whether the requested revision is newer than the revisions that the server has reached. A
 * server that has lost writes may never reach it.
 */
export function isTooLargeResourceVersion(error: unknown): boolean {
  return hasStatusCause(error, "ResourceVersionTooLarge");
}

export function hasStatusCause(error: unknown, reason: string): boolean {
  return (
    error instanceof StatusError && (error.status.details?.causes?.some((cause) => cause.reason === reason) ?? false)
  );
}

/**
 * Returns the reason in an error of a server. Returns undefined for any other error, and for an
 * error without a reason.
 */
export function reasonOf(error: unknown): StatusReason | undefined {
  return error instanceof StatusError ? error.status.reason : undefined;
}

/**
 * Returns the seconds after which the client should retry; undefined if the server sent none (Go:
 * SuggestsClientDelay). For the reason `ServerTimeout` without seconds, returns 0.
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  if (!(error instanceof StatusError)) return undefined;
  const seconds = error.status.details?.retryAfterSeconds ?? 0;
  return seconds > 0 || error.status.reason === "ServerTimeout" ? seconds : undefined;
}

/**
 * All reasons of StatusReason. For an error with another or no reason, predicates check the code.
 */
const known: Readonly<Record<StatusReason, true>> = {
  Unauthorized: true,
  Forbidden: true,
  NotFound: true,
  AlreadyExists: true,
  Conflict: true,
  Gone: true,
  Invalid: true,
  ServerTimeout: true,
  StorageReadError: true,
  Timeout: true,
  TooManyRequests: true,
  BadRequest: true,
  MethodNotAllowed: true,
  NotAcceptable: true,
  RequestEntityTooLarge: true,
  UnsupportedMediaType: true,
  InternalError: true,
  Expired: true,
  ServiceUnavailable: true,
};

function ofReason(wanted: StatusReason, code: number): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof StatusError)) return false;
    const { reason } = error.status;
    return reason === wanted || ((reason === undefined || !Object.hasOwn(known, reason)) && error.code === code);
  };
}
