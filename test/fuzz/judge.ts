import type { RawRequest, RawResponse } from "./exchange.js";

/**
 * The longest error that a server may send, in bytes: an error repeats no more of a request than
 * this.
 */
const maxErrorBytes = 256 * 1024;

/** Codes above 499 that Kubernetes documents for requests like these. */
const expectedServerErrors: Readonly<Record<number, RegExp>> = {
  500: /failed to create RequestInfo/,
  501: /./,
  504: /Timeout|Too large resource version/,
  505: /./,
};

/**
 * Returns what is wrong with a response, undefined where it is one that a client can understand.
 */
export function faultOf(request: RawRequest, response: RawResponse | undefined): string | undefined {
  // A connection may end without a response: the request line or the frames may be broken.
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
  // A watch is a line for each event, and HTTP/1.1 sends it in chunks with their sizes.
  if (headers["transfer-encoding"] === "chunked" || /[?&]watch=/.test(target)) return undefined;
  if (body === "") return status < 400 ? undefined : "an error without a body";
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null) return "a body that is not an object";
    const isStatus = "kind" in value && value.kind === "Status" && "code" in value && value.code === status;
    // The index of paths is the response for a path that the server does not know.
    const isIndex = status === 404 && "paths" in value;
    return status < 400 || isStatus || isIndex
      ? undefined
      : `an error that is not a Status with its code: ${body.slice(0, 300)}`;
  } catch {
    return `a body that is not JSON: ${body.slice(0, 300)}`;
  }
}
