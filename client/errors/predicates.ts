import type { StatusReason } from "@apimachinery/runtime";
import { StatusError } from "./status-error.js";

/**
 * Go's apierrors.IsNotFound and its like: by the reason where there is one that is known, else by
 * the code.
 */

export function isBadRequest(error: unknown): boolean {
  return is(error, ["BadRequest"], 400);
}

export function isUnauthorized(error: unknown): boolean {
  return is(error, ["Unauthorized"], 401);
}

export function isForbidden(error: unknown): boolean {
  return is(error, ["Forbidden"], 403);
}

export function isNotFound(error: unknown): boolean {
  return is(error, ["NotFound"], 404);
}

export function isMethodNotSupported(error: unknown): boolean {
  return is(error, ["MethodNotAllowed"], 405);
}

export function isNotAcceptable(error: unknown): boolean {
  return is(error, ["NotAcceptable"], 406);
}

/** The name is taken. Its code is a conflict's too, which is why the reason alone tells. */
export function isAlreadyExists(error: unknown): boolean {
  return reasonOf(error) === "AlreadyExists";
}

/** Somebody else wrote in between: read again, and try again. */
export function isConflict(error: unknown): boolean {
  return is(error, ["Conflict"], 409);
}

export function isGone(error: unknown): boolean {
  return is(error, ["Gone"], 410);
}

/** The revision that was asked for is forgotten: list again. Go tells it by the reason alone. */
export function isResourceExpired(error: unknown): boolean {
  return reasonOf(error) === "Expired";
}

/** A watch or list must start anew, however the server says it. */
export function isExpiredOrGone(error: unknown): boolean {
  return isResourceExpired(error) || isGone(error);
}

export function isRequestEntityTooLarge(error: unknown): boolean {
  return is(error, ["RequestEntityTooLarge"], 413);
}

export function isUnsupportedMediaType(error: unknown): boolean {
  return is(error, ["UnsupportedMediaType"], 415);
}

/** What was sent makes no sense; `status.details.causes` says where. */
export function isInvalid(error: unknown): boolean {
  return is(error, ["Invalid"], 422);
}

export function isTooManyRequests(error: unknown): boolean {
  return is(error, ["TooManyRequests"], 429);
}

export function isInternalError(error: unknown): boolean {
  return is(error, ["InternalError"], 500);
}

export function isServerTimeout(error: unknown): boolean {
  return reasonOf(error) === "ServerTimeout";
}

export function isServiceUnavailable(error: unknown): boolean {
  return is(error, ["ServiceUnavailable"], 503);
}

export function isTimeout(error: unknown): boolean {
  return is(error, ["Timeout"], 504);
}

/**
 * The server has not reached the revision that was asked for, and perhaps never will: it may have
 * lost some.
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
 * The reason of a server's failure; undefined for anything else that was thrown, and for failures
 * that give none.
 */
export function reasonOf(error: unknown): StatusReason | undefined {
  return error instanceof StatusError ? error.status.reason : undefined;
}

/**
 * In how many seconds a server wants to be asked again, where it says so. Go's SuggestsClientDelay.
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  if (!(error instanceof StatusError)) return undefined;
  const seconds = error.status.details?.retryAfterSeconds ?? 0;
  return seconds > 0 || error.status.reason === "ServerTimeout" ? seconds : undefined;
}

/**
 * Reasons that this library knows. One that it does not know says nothing, and the code decides.
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

function is(error: unknown, reasons: readonly StatusReason[], code: number): boolean {
  if (!(error instanceof StatusError)) return false;
  const { reason } = error.status;
  if (reason !== undefined && reasons.includes(reason)) return true;
  return (reason === undefined || !Object.hasOwn(known, reason)) && error.code === code;
}
