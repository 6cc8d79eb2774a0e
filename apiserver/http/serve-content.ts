import { randomBytes } from "node:crypto";
import type { Response, Headers, HTTPRequest } from "./types.js";
import { textError } from "./messages.js";

export interface ServedContent extends Validators {
  readonly type: string;
  readonly body: () => string | Buffer;
}

/**
 * Serves a document: the whole document, the requested ranges, or a 304 if the client has it
 * already (Go: http.ServeContent). If the preconditions or the ranges of the request fail, the
 * response is a 412 or a 416.
 */
export function serveContent(request: HTTPRequest, content: ServedContent, headers: Headers): Response {
  const { etag, lastModified, type } = content;
  const outcome = evaluatePreconditions(request, content);
  if (outcome === "failed")
    return { status: 412, headers: { ...headers, etag, "last-modified": lastModified }, body: "" };
  if (outcome === "not modified") return { status: 304, headers: { ...headers, etag }, body: "" };
  const all: Headers = {
    ...headers,
    etag,
    "last-modified": lastModified,
    "accept-ranges": "bytes",
    "content-type": type,
  };
  const range = wantedRange(request, content);
  if (range === "") return { status: 200, headers: all, body: content.body() };
  const whole = Buffer.from(content.body());
  try {
    return partsOf(whole, parseByteRanges(range, whole.length), all, type);
  } catch (error) {
    if (!(error instanceof RangeProblem)) throw error;
    const { vary } = headers;
    return textError(416, error.message, {
      ...(vary === undefined ? {} : { vary }),
      ...(error.isBehindEnd ? { "content-range": `bytes */${whole.length}` } : {}),
    });
  }
}

function partsOf(whole: Buffer, ranges: readonly ByteRange[], headers: Headers, type: string): Response {
  const [first] = ranges;
  if (first === undefined) return { status: 200, headers, body: whole };
  const bytes = ({ start, length }: ByteRange) => whole.subarray(start, start + length);
  if (ranges.length === 1)
    return {
      status: 206,
      headers: { ...headers, "content-range": contentRange(first, whole.length) },
      body: bytes(first),
    };
  const boundary = randomBytes(30).toString("hex");
  const pieces = ranges.flatMap((range, index) => [
    Buffer.from(
      `${index === 0 ? "" : "\r\n"}--${boundary}\r\nContent-Range: ${contentRange(range, whole.length)}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes(range),
  ]);
  const body = Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { status: 206, headers: { ...headers, "content-type": `multipart/byteranges; boundary=${boundary}` }, body };
}

/** Values that identify one state of a document. */
interface Validators {
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
type PreconditionOutcome = "send" | "not modified" | "failed";

/**
 * Evaluates the conditions of a read request (RFC 9110, section 13.2.2), as Go's http.ServeContent
 * does. Ignores dates that cannot be parsed.
 */
function evaluatePreconditions(request: HTTPRequest, { etag, lastModified }: Validators): PreconditionOutcome {
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
function wantedRange(request: HTTPRequest, { etag, lastModified }: Validators): string {
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

/** A range of `length` bytes that begins at the byte `start`. */
interface ByteRange {
  readonly start: number;
  readonly length: number;
}

/** Error for a `Range` header that cannot be served, with Go's message. */
class RangeProblem extends Error {
  override readonly name = "RangeProblem";
  /** True if the ranges are valid, but begin after the end of the document. */
  readonly isBehindEnd: boolean;

  constructor(isBehindEnd: boolean) {
    super(isBehindEnd ? "invalid range: failed to overlap" : "invalid range");
    this.isBehindEnd = isBehindEnd;
  }
}

/**
 * Maximum number of ranges. A client needs only a few ranges, and each range costs more than its
 * bytes.
 */
const maxRanges = 100;

/**
 * Returns the ranges of a `Range` header for a document of `size` bytes. Omits ranges that begin
 * after the end of the document. Returns an empty list if the whole document must be sent: for a
 * request without the header, with more than `maxRanges` ranges, or with ranges whose total is
 * longer than the document.
 * @throws RangeProblem for an invalid header, or if all ranges begin after the end of the document
 */
function parseByteRanges(header: string, size: number): readonly ByteRange[] {
  if (header === "") return [];
  if (!header.startsWith("bytes=")) throw new RangeProblem(false);
  const parts = header
    .slice("bytes=".length)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const ranges = parts.map((part) => parseRange(part, size)).filter((range) => range !== undefined);
  if (parts.length > 0 && ranges.length === 0) throw new RangeProblem(true);
  const total = ranges.reduce((sum, { length }) => sum + length, 0);
  return total > size || ranges.length > maxRanges ? [] : ranges;
}

/** Returns the value of the header `Content-Range` for a range. */
function contentRange({ start, length }: ByteRange, size: number): string {
  return `bytes ${start}-${start + length - 1}/${size}`;
}

function parseRange(text: string, size: number): ByteRange | undefined {
  const [, first, last] = /^(\d*)\s*-\s*(\d*)$/.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) throw new RangeProblem(false);
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? undefined : { start: size - length, length };
  }
  const start = Number(first);
  if (start >= size) return undefined;
  if (last !== "" && Number(last) < start) throw new RangeProblem(false);
  return { start, length: (last === "" ? size : Math.min(Number(last) + 1, size)) - start };
}
