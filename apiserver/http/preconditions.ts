import type { HTTPRequest } from "./types.js";

/** Identifies one state of a document. */
export interface Validators {
  /** A strong tag with its quotes. */
  readonly etag: string;
  /** HTTP date, which is accurate to a second. */
  readonly lastModified: string;
}

/**
 * Result of a request's conditions: send the document, the client has this state already, or the
 * document is not in the expected state.
 */
export type Outcome = "send" | "not modified" | "failed";

/**
 * Evaluates the conditions of a read request (RFC 9110, section 13.2.2). Ignores dates that cannot
 * be parsed. As Go's http.ServeContent.
 */
export function checkPreconditions(request: HTTPRequest, { etag, lastModified }: Validators): Outcome {
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
 * Returns the `Range` header; empty where it refers to another state of the document (`If-Range`).
 */
export function wantedRange(request: HTTPRequest, { etag, lastModified }: Validators): string {
  const range = request.header("range") ?? "";
  const ifRange = request.header("if-range")?.trim();
  if (ifRange === undefined || ifRange === "") return range;
  // A weak tag never matches.
  const isSame = /^(W\/)?"/.test(ifRange) ? ifRange === etag : Date.parse(ifRange) === Date.parse(lastModified);
  return isSame ? range : "";
}

function tagsOf(header: string): readonly string[] {
  return header.split(",").map((tag) => tag.trim());
}
