import type { HTTPRequest } from "./types.js";

/** Values that identify one state of a document. */
export interface Validators {
  /** Strong entity tag, including its quotes. */
  readonly etag: string;
  /** Modification time of the document as an HTTP date, accurate to a second. */
  readonly lastModified: string;
}

/**
 * Result of evaluating the conditions of a request. `send`: the document must be sent. `not
 * modified`: the client already has this state of the document. `failed`: the document is not in
 * the state that the client requires.
 */
export type PreconditionOutcome = "send" | "not modified" | "failed";

/**
 * Evaluates the conditions of a read request (RFC 9110, section 13.2.2), as Go's http.ServeContent
 * does. Ignores dates that cannot be parsed.
 */
export function evaluatePreconditions(request: HTTPRequest, { etag, lastModified }: Validators): PreconditionOutcome {
  const modified = Date.parse(lastModified);
  const ifMatch = request.header("if-match");
  if (ifMatch !== undefined) {
    if (!tagsOf(ifMatch).some((tag) => tag === "*" || tag === etag)) return "failed";
  } else {
    const unmodifiedSince = Date.parse(request.header("if-unmodified-since") ?? "");
    if (modified > unmodifiedSince) return "failed";
  }
  const ifNoneMatch = request.header("if-none-match");
  if (ifNoneMatch !== undefined)
    return tagsOf(ifNoneMatch).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag) ? "not modified" : "send";
  const modifiedSince = Date.parse(request.header("if-modified-since") ?? "");
  return modified <= modifiedSince ? "not modified" : "send";
}

/**
 * Returns the `Range` header; empty if its `If-Range` condition refers to another state of the
 * document.
 */
export function wantedRange(request: HTTPRequest, { etag, lastModified }: Validators): string {
  const range = request.header("range") ?? "";
  const ifRange = request.header("if-range")?.trim();
  if (ifRange === undefined || ifRange === "") return range;
  // A weak entity tag never matches, because the document's tag is strong.
  const isSame = /^(W\/)?"/.test(ifRange) ? ifRange === etag : Date.parse(ifRange) === Date.parse(lastModified);
  return isSame ? range : "";
}

function tagsOf(header: string): readonly string[] {
  return header.split(",").map((tag) => tag.trim());
}
