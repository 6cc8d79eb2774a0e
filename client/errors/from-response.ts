import type { Status, StatusReason } from "@apimachinery/runtime";
import { StatusSchema } from "@apimachinery/runtime/codegen/v1";
import { decodeJSON } from "@apimachinery/runtime";
import { StatusError } from "./status-error.js";

/** What is known of a request that failed. */
export interface FailedRequest {
  readonly method: string;
  /** Empty where it was about no resource. */
  readonly resource: string;
  readonly group: string;
  readonly name: string;
}

/** The failure that an answer is: its own `Status`, or what its code means where a proxy or a filter answered in prose. */
export function errorOfResponse(request: FailedRequest, code: number, contentType: string, body: string, retryAfterSeconds: number): StatusError {
  return new StatusError(statusIn(contentType, body, code) ?? genericStatus(request, code, body.trim(), retryAfterSeconds));
}

/** The `Status` that a text is, undefined where it is something else. */
function statusIn(contentType: string, body: string, code: number): Status | undefined {
  if (!contentType.includes("json") && !body.startsWith("{")) return undefined;
  try {
    const { value } = decodeJSON(StatusSchema, body, "ignore");
    // Some of Kubernetes' own filters leave kind and apiVersion out: a status is told by what it says.
    if (value.status !== "Failure") return undefined;
    return { ...value, code: value.code ?? code };
  } catch {
    return undefined;
  }
}

interface Meaning {
  readonly reason?: StatusReason;
  readonly message: string;
}

/** Go's NewGenericServerResponse. */
function genericStatus(request: FailedRequest, code: number, body: string, retryAfterSeconds: number): Status {
  const { method, group, resource, name } = request;
  const meaning = meaningOf(method, code, body);
  const what = resource === "" ? "" : ` (${method.toLowerCase()} ${group === "" ? resource : `${resource}.${group}`}${name === "" ? "" : ` ${name}`})`;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `${meaning.message}${what}`,
    ...(meaning.reason === undefined ? {} : { reason: meaning.reason }),
    details: {
      ...(name === "" ? {} : { name }),
      ...(group === "" ? {} : { group }),
      ...(resource === "" ? {} : { kind: resource }),
      ...(body === "" ? {} : { causes: [{ reason: "UnexpectedServerResponse", message: body }] }),
      ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
    },
    code,
  };
}

function meaningOf(method: string, code: number, body: string): Meaning {
  switch (code) {
    case 400:
      return { reason: "BadRequest", message: "the server rejected our request for an unknown reason" };
    case 401:
      return { reason: "Unauthorized", message: "the server has asked for the client to provide credentials" };
    case 403:
      // What a proxy says is worth more than that it said so.
      return { reason: "Forbidden", message: body === "" ? "the server does not allow access to the requested resource" : body };
    case 404:
      return { reason: "NotFound", message: "the server could not find the requested resource" };
    case 405:
      return { reason: "MethodNotAllowed", message: "the server does not allow this method on the requested resource" };
    case 406:
      return { reason: "NotAcceptable", message: body === "" ? "the server was unable to respond with a content type that the client supports" : body };
    case 409:
      return method === "POST"
        ? { reason: "AlreadyExists", message: "the server reported a conflict" }
        : { reason: "Conflict", message: "the server reported a conflict" };
    case 410:
      return { reason: "Gone", message: "the item is no longer available" };
    case 413:
      return { reason: "RequestEntityTooLarge", message: "the request is too large" };
    case 415:
      return { reason: "UnsupportedMediaType", message: body === "" ? "the request was in an unknown format" : body };
    case 422:
      return { reason: "Invalid", message: "the server rejected our request due to an error in our request" };
    case 429:
      return { reason: "TooManyRequests", message: "the server has received too many requests and has asked us to try again later" };
    case 503:
      return { reason: "ServiceUnavailable", message: "the server is currently unable to handle the request" };
    case 504:
      return { reason: "Timeout", message: "the server was unable to return a response in the time allotted, but may still be processing the request" };
    default:
      if (code >= 500) return { reason: "InternalError", message: `an error on the server (${JSON.stringify(body === "" ? "unknown" : body)}) has prevented the request from succeeding` };
      return { message: `the server responded with the status code ${code} but did not return more information` };
  }
}
