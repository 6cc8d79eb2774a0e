import {
  field,
  goQuote,
  shortened,
  type ErrorList,
  type GroupKind,
  type GroupResource,
  type StatusCause,
  type StatusDetails,
} from "@apimachinery/runtime";
import { failure, type StatusError } from "./status-error.js";

/**
 * The name of a resource, with its group. In some errors, the property `name` contains a kind
 * instead.
 */
export interface Qualified {
  readonly group: string;
  readonly name: string;
}

/**
 * The resource or kind that an error concerns. The `resource` and the `kind` of admission
 * attributes can be passed, too.
 */
export type Subject = Qualified | GroupResource | GroupKind;

/**
 * Returns the name and the group of a resource or kind: `pizzas.restaurant.example`, or `pods` in
 * the core group.
 */
export function qualifiedString(subject: Subject): string {
  const name = nameOf(subject);
  return subject.group === "" ? name : `${name}.${subject.group}`;
}

function nameOf(subject: Subject): string {
  if ("name" in subject) return subject.name;
  return "resource" in subject ? subject.resource : subject.kind;
}

export function newBadRequest(message: string): StatusError {
  return failure({ code: 400, reason: "BadRequest", message });
}

export function newUnauthorized(): StatusError {
  return failure({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
}

/** @param name name of the object; empty for a collection */
export function newForbidden(resource: Subject, name: string, why: string): StatusError {
  const subject = name === "" ? qualifiedString(resource) : `${qualifiedString(resource)} ${quoted(name)}`;
  return failure({
    code: 403,
    reason: "Forbidden",
    message: `${subject} is forbidden: ${why}`,
    details: detailsOf(resource, name),
  });
}

export function newNotFound(resource: Subject, name: string): StatusError {
  const message = `${qualifiedString(resource)} ${quoted(name)} not found`;
  return failure({ code: 404, reason: "NotFound", message, details: detailsOf(resource, name) });
}

/** Returns the router's 404 error for a path that is not served. */
export function newGenericNotFound(): StatusError {
  return failure({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

export function newMethodNotAllowed(): StatusError {
  return failure({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}

/** Returns the error for a verb that a resource does not support. */
export function newMethodNotSupported(resource: Qualified, action: string): StatusError {
  const message = `${action} is not supported on resources of kind ${goQuote(qualifiedString(resource))}`;
  return failure({ code: 405, reason: "MethodNotAllowed", message, details: detailsOf(resource, "") });
}

/**
 * Returns the router's 406 error for an Accept header. The 406 error of a handler has a longer
 * message and no details.
 */
export function newRouteNotAcceptable(available: readonly string[]): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(", ")}`;
  return failure({ code: 406, reason: "NotAcceptable", message, details: {} });
}

export function newNotAcceptable(message: string): StatusError {
  return failure({ code: 406, reason: "NotAcceptable", message });
}

export function newRouteUnsupportedMediaType(): StatusError {
  return failure({ code: 415, reason: "UnsupportedMediaType", message: "415: Unsupported Media Type", details: {} });
}

export function newUnsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return failure({ code: 415, reason: "UnsupportedMediaType", message });
}

export function newAlreadyExists(resource: Subject, name: string): StatusError {
  const message = `${qualifiedString(resource)} ${quoted(name)} already exists`;
  return failure({ code: 409, reason: "AlreadyExists", message, details: detailsOf(resource, name) });
}

export function newGenerateNameConflict(resource: Subject, name: string, retryAfterSeconds: number): StatusError {
  const message = `${qualifiedString(resource)} ${quoted(name)} already exists, the server was not able to generate a unique name for the object`;
  return failure({
    code: 409,
    reason: "AlreadyExists",
    message,
    details: { ...detailsOf(resource, name), retryAfterSeconds },
  });
}

export function newConflict(resource: Subject, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${qualifiedString(resource)} ${quoted(name)}: ${why}`;
  return failure({ code: 409, reason: "Conflict", message, details: detailsOf(resource, name) });
}

/** Returns the 409 error for a write with an outdated resourceVersion. */
export function newOptimisticLockConflict(resource: Subject, name: string): StatusError {
  return newConflict(
    resource,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

/**
 * Returns the 409 error for a write whose required uid differs from the uid of the object, with the
 * message of Go's storage.
 * @param key key of the object in the store
 */
export function newUIDConflict(resource: Subject, name: string, key: string, wanted: string, found = ""): StatusError {
  const why = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
  return newConflict(
    resource,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  );
}

/** @param token continue token for the rest of a list */
export function newResourceExpired(message: string, token?: string): StatusError {
  return failure({ code: 410, reason: "Expired", message, ...(token === undefined ? {} : { continue: token }) });
}

/** Returns the 410 error for a resource that no longer exists. */
export function newGone(message: string): StatusError {
  return failure({ code: 410, reason: "Gone", message });
}

export function newRequestEntityTooLarge(what: string): StatusError {
  return failure({ code: 413, reason: "RequestEntityTooLarge", message: `Request entity too large: ${what}` });
}

/**
 * Returns a 422 error with one cause for each field error. If the field errors are too long for a
 * response, the last ones are omitted.
 */
export function newInvalid(kind: Subject, name: string, errors: ErrorList): StatusError {
  const shown = shownErrors(errors);
  const text = field.aggregateText(shown);
  const more = errors.length > shown.length ? ` and ${errors.length - shown.length} more` : "";
  const message = `${qualifiedString(kind)} ${quoted(name)} is invalid${text === "" ? "" : `: ${text}${more}`}`;
  const causes = shown.map((error): StatusCause => ({
    reason: error.type,
    message: field.errorBody(error),
    field: shortened(error.field),
  }));
  return failure({
    code: 422,
    reason: "Invalid",
    message,
    details: { ...detailsOf(kind, name), ...(causes.length === 0 ? {} : { causes }) },
  });
}

/** Returns a 422 error without details, for a patch that cannot be applied. */
export function newGenericInvalid(): StatusError {
  return failure({
    code: 422,
    reason: "Invalid",
    message: "the server rejected our request due to an error in our request",
    details: {},
  });
}

export function newTooManyRequests(message: string, retryAfterSeconds: number): StatusError {
  return failure({ code: 429, reason: "TooManyRequests", message, details: { retryAfterSeconds } });
}

export function newInternalError(message: string): StatusError {
  return failure({
    code: 500,
    reason: "InternalError",
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

/** Returns the error for an operation that could not be completed. The client should try again. */
export function newServerTimeout(resource: Qualified, operation: string, retryAfterSeconds: number): StatusError {
  const message = `The ${operation} operation against ${qualifiedString(resource)} could not be completed at this time, please try again.`;
  const details = { ...detailsOf(resource, operation), ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }) };
  return failure({ code: 500, reason: "ServerTimeout", message, details });
}

export function newServiceUnavailable(message: string, retryAfterSeconds = 0): StatusError {
  const details = retryAfterSeconds === 0 ? {} : { details: { retryAfterSeconds } };
  return failure({ code: 503, reason: "ServiceUnavailable", message, ...details });
}

export function newTimeout(message: string, retryAfterSeconds: number): StatusError {
  return failure({
    code: 504,
    reason: "Timeout",
    message: `Timeout: ${message}`,
    ...(retryAfterSeconds === 0 ? {} : { details: { retryAfterSeconds } }),
  });
}

/**
 * Returns the error for a revision that the store has not reached. The cause in its details
 * distinguishes it from other timeouts.
 */
export function newTooLargeResourceVersion(asked: number, current: number): StatusError {
  return failure({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  });
}

/**
 * Shortens a name for messages, because the name in a path can be longer than any object's name.
 */
function quoted(name: string): string {
  return goQuote(shortened(name));
}

function detailsOf(subject: Subject, name: string): StatusDetails {
  const { group } = subject;
  const kind = nameOf(subject);
  return {
    ...(name === "" ? {} : { name: shortened(name) }),
    ...(group === "" ? {} : { group }),
    ...(kind === "" ? {} : { kind }),
  };
}

/**
 * Maximum size of all errors in a response, in characters of JSON. Each error counts twice: in the
 * message and in the causes.
 */
const maxLength = 56 * 1024;
/** Number of characters in the JSON of a cause, not counting the text of its error. */
const causeOverhead = 64;

/** Returns as many of the first errors as fit into a response, but at least one. */
function shownErrors(errors: ErrorList): ErrorList {
  let length = 0;
  const end = errors.findIndex((error, index) => {
    // The length counts twice, because the response contains the text in the message and in a
    // cause.
    length += 2 * JSON.stringify(field.errorText(error)).length + causeOverhead;
    return index > 0 && length > maxLength;
  });
  return end < 0 ? errors : errors.slice(0, end);
}
