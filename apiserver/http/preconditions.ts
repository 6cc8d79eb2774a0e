import type { HTTPRequest } from "./types.js";

/** What tells one state of a document from another. */
export interface Validators {
  /** Strong, in its quotes. */
  readonly etag: string;
  /** As HTTP says it, which is to the second. */
  readonly lastModified: string;
}

/**
 * What a request's conditions come to: the document, that it is the one which the client has, or
 * that it is not the one which was asked for.
 */
export type Outcome = "send" | "not modified" | "failed";

/**
 * The conditions of RFC 9110, section 13.2.2, for a document that is read. A date that can't be
 * read is none. Go's http.ServeContent.
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
 * The ranges that a request asks for; none where they are of another state of the document
 * (`If-Range`).
 */
export function wantedRange(request: HTTPRequest, { etag, lastModified }: Validators): string {
  const range = request.header("range") ?? "";
  const ifRange = request.header("if-range")?.trim();
  if (ifRange === undefined || ifRange === "") return range;
  // A weak tag never is the same.
  const isSame = /^(W\/)?"/.test(ifRange) ? ifRange === etag : Date.parse(ifRange) === Date.parse(lastModified);
  return isSame ? range : "";
}

function tagsOf(header: string): readonly string[] {
  return header.split(",").map((tag) => tag.trim());
}
