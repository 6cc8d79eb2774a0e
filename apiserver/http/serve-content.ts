import { randomBytes } from "node:crypto";
import type { Response, Headers, HTTPRequest } from "./types.js";
import { contentRange, parseByteRanges, RangeProblem, type ByteRange } from "./byte-ranges.js";
import { evaluatePreconditions, wantedRange, type Validators } from "./preconditions.js";
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
