import { type Status, type StatusReason, decodeJSON, goQuote } from "@apimachinery/runtime";
import { StatusSchema } from "@apimachinery/runtime/codegen/v1";
import { StatusError } from "./status-error.js";

/**
 * A failed request. Its properties are part of the message if the response contains no `Status`.
 */
export interface FailedRequest {
  readonly method: string;
  /** Plural name of the resource; empty for a request without a resource. */
  readonly resource: string;
  readonly group: string;
  readonly name: string;
}

/**
 * Maximum size in an error message of a response body that is not a Status, in bytes, as in
 * client-go.
 */
const maxTextBytes = 2048;

/**
 * Returns the error for a failed response. The error contains the `Status` from the body. Some
 * responses, for example of proxies, contain no `Status`; for them, a new `Status` contains the
 * HTTP code and the start of a body that is text. Source: client-go's
 * Request.newUnstructuredResponseError and apimachinery's NewGenericServerResponse.
 */
export function errorOfResponse(
  request: FailedRequest,
  code: number,
  contentType: string,
  body: string,
  retryAfterSeconds: number,
): StatusError {
  return new StatusError(
    statusIn(contentType, body, code) ?? genericStatus(request, code, messageOf(contentType, body), retryAfterSeconds),
  );
}

/** Parses a `Status` that describes a failure. Returns undefined for any other body. */
function statusIn(contentType: string, body: string, code: number): Status | undefined {
  if (!contentType.includes("json") && !body.startsWith("{")) return undefined;
  try {
    const { value } = decodeJSON(StatusSchema, body, "ignore");
    // Some filters of Kubernetes omit kind and apiVersion. Therefore, only `status` identifies a
    // Status.
    if (value.status !== "Failure") return undefined;
    return { ...value, code: value.code ?? code };
  } catch {
    return undefined;
  }
}

/**
 * Returns the start of a response body for an error message; "unknown" if the response has a media
 * type other than `text/…`.
 */
function messageOf(contentType: string, body: string): string {
  if (contentType !== "" && !/^\s*text\//i.test(contentType)) return "unknown";
  return Buffer.from(body).subarray(0, maxTextBytes).toString("utf8").trim();
}

interface Meaning {
  readonly reason?: StatusReason;
  readonly message: string;
}

function genericStatus(request: FailedRequest, code: number, message: string, retryAfterSeconds: number): Status {
  const { method, group, resource, name } = request;
  const meaning = meaningOf(method, code, message);
  const what =
    resource === ""
      ? ""
      : ` (${method.toLowerCase()} ${group === "" ? resource : `${resource}.${group}`}${name === "" ? "" : ` ${name}`})`;
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
      causes: [{ reason: "UnexpectedServerResponse", ...(message === "" ? {} : { message }) }],
      ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
    },
    code,
  };
}

/**
 * Reasons and messages by the status code. Without a message, the message is the text of the
 * response.
 */
const meanings: Readonly<Record<number, { readonly reason: StatusReason; readonly message?: string }>> = {
  400: { reason: "BadRequest", message: "the server rejected our request for an unknown reason" },
  401: { reason: "Unauthorized", message: "the server has asked for the client to provide credentials" },
  403: { reason: "Forbidden" },
  404: { reason: "NotFound", message: "the server could not find the requested resource" },
  405: { reason: "MethodNotAllowed", message: "the server does not allow this method on the requested resource" },
  406: { reason: "NotAcceptable" },
  409: { reason: "Conflict", message: "the server reported a conflict" },
  415: { reason: "UnsupportedMediaType" },
  422: { reason: "Invalid", message: "the server rejected our request due to an error in our request" },
  429: {
    reason: "TooManyRequests",
    message: "the server has received too many requests and has asked us to try again later",
  },
  503: { reason: "ServiceUnavailable", message: "the server is currently unable to handle the request" },
  504: {
    reason: "Timeout",
    message: "the server was unable to return a response in the time allotted, but may still be processing the request",
  },
};

function meaningOf(method: string, code: number, message: string): Meaning {
  if (code === 406 && ["", "unknown"].includes(message))
    return {
      reason: "NotAcceptable",
      message: "the server was unable to respond with a content type that the client supports",
    };
  if (code === 409 && method === "POST") return { reason: "AlreadyExists", message: "the server reported a conflict" };
  const meaning = meanings[code];
  if (meaning !== undefined) return { message, ...meaning };
  if (code >= 500)
    return {
      reason: "InternalError",
      message: `an error on the server (${goQuote(message)}) has prevented the request from succeeding`,
    };
  return { message: `the server responded with the status code ${code} but did not return more information` };
}
