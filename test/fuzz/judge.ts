import type { RawRequest, RawResponse } from "./exchange.js";

/**
 * Maximum length of the body of an error response, in bytes. If an error contains a value of the
 * request, the server must shorten the value.
 */
const maxErrorBytes = 256 * 1024;

/**
 * Status codes above 499 that are not faults, with a pattern for the body. Kubernetes returns the
 * same codes for such requests.
 */
const expectedServerErrors: Readonly<Record<number, RegExp>> = {
  500: /failed to create RequestInfo/,
  501: /./,
  504: /Timeout|Too large resource version/,
  505: /./,
};

/**
 * Returns a description of the fault in a response. Returns undefined if a client can understand
 * the response.
 */
export function faultOf(request: RawRequest, response: RawResponse | undefined): string | undefined {
  // The server may close the connection without a response if the request line or the frames are
  // malformed.
  if (response === undefined) return undefined;
  const { status, headers, body } = response;
  if (status < 200 || status > 599) return `the code ${status} is not one of HTTP's`;
  if (status >= 500 && expectedServerErrors[status]?.test(body) !== true)
    return `the code ${status}: ${body.slice(0, 500)}`;
  if (status >= 400 && body.length > maxErrorBytes) return `an error of ${body.length} bytes`;
  if (/node:internal|\bat .*\.js:\d+|dist\/|apimachinery-fuzz-/.test(body))
    return `the response shows code or files of the server: ${body.slice(0, 500)}`;
  if (request.method === "HEAD" || !(headers["content-type"] ?? "").startsWith("application/json")) return undefined;
  return faultOfJSON(request, response);
}

function faultOfJSON({ target }: RawRequest, { status, body, headers }: RawResponse): string | undefined {
  // The body of a watch is not one JSON value: it has one line for each event. In HTTP/1.1, it also
  // contains the sizes of chunks.
  if (headers["transfer-encoding"] === "chunked" || /[?&]watch=/.test(target)) return undefined;
  if (body === "") return status < 400 ? undefined : "an error without a body";
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null) return "a body that is not an object";
    const isStatus = "kind" in value && value.kind === "Status" && "code" in value && value.code === status;
    // The response for an unknown path is the index of all paths. It is not a Status.
    const isIndex = status === 404 && "paths" in value;
    return status < 400 || isStatus || isIndex
      ? undefined
      : `an error that is not a Status with its code: ${body.slice(0, 300)}`;
  } catch {
    return `a body that is not JSON: ${body.slice(0, 300)}`;
  }
}
