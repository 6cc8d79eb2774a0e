import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { readStreamBody } from "./body.js";
import type { Response, HTTPRequest } from "./types.js";
import { type RequestTarget, headerOf, unicodeOf } from "./messages.js";
import type { Sending } from "./sending.js";

/**
 * Converts an HTTP/2 request to an HTTPRequest.
 * @param rawHeaders names and values of the header lines, alternating, as Node received them
 */
export function requestOfHTTP2(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  target: RequestTarget,
  sending: Sending,
): HTTPRequest {
  return {
    method: headerOf(headers, ":method") ?? "",
    uri: headerOf(headers, ":path") ?? "",
    path: target.path,
    query: target.query,
    header: (name) => headerOf(headers, name),
    headerLines: headerLinesOf(rawHeaders),
    headerNames: () => Object.keys(headers),
    isHTTP2: true,
    readBody: (limit) => readStreamBody(stream, limit, headers["content-length"]),
    bodyPieces: () => stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    peer: sending.connection.peer,
    afterwards: (then) => {
      sending.afterwards(then);
    },
  };
}

/**
 * Returns a function that returns the values of a header. Node joins repeated lines in the parsed
 * headers, so the function reads the raw headers. It groups them by name at its first call, because
 * most requests need only parsed headers.
 */
function headerLinesOf(rawHeaders: readonly string[]): HTTPRequest["headerLines"] {
  let grouped: Map<string, string[]> | undefined;
  return (name) => (grouped ??= groupedLines(rawHeaders)).get(name) ?? [];
}

function groupedLines(rawHeaders: readonly string[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const values = grouped.get(name);
    if (values === undefined) grouped.set(name, [unicodeOf(value)]);
    else values.push(unicodeOf(value));
  }
  return grouped;
}

export function writeHTTP2(stream: ServerHttp2Stream, response: Response, isHead: boolean, sending: Sending): void {
  const { body } = response;
  if (stream.destroyed || stream.closed) {
    // The client has disconnected. The writer of a stream is still called, with a closed sink: it
    // ends at once, and the end of the request is recorded.
    if (typeof body === "function") body(sending.sink());
    return;
  }
  // HTTP/2 does not have the `Connection` header (RFC 9113, section 8.2.2). Instead of sending it,
  // the server closes the session with a GOAWAY, and the open streams can finish. A body that is
  // too large affects only its own stream.
  const { session } = stream;
  if (response.headers["connection"] === "close" && response.status !== 413) setImmediate(() => session?.close());
  const headers: OutgoingHttpHeaders = { ":status": response.status };
  for (const name of Object.keys(response.headers)) {
    const value = response.headers[name];
    if (name !== "connection" && value !== undefined) headers[name] = typeof value === "string" ? value : [...value];
  }
  if (!stream.endAfterHeaders && !stream.readableEnded) {
    stream.once("finish", () => {
      // The rest of the request is not read, because it is not needed (RFC 9113, section 8.1).
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }
  if (typeof body === "function") {
    stream.respond(headers);
    body(sending.sink());
    return;
  }
  if (response.status !== 304) headers["content-length"] = Buffer.byteLength(body);
  if (isHead || response.status === 304) {
    stream.respond(headers, { endStream: true });
    sending.expectEnd();
    return;
  }
  stream.respond(headers);
  sending.send(body);
}

/** Cancels a response that the client does not read. */
export function cancelHTTP2(stream: ServerHttp2Stream): void {
  stream.close(constants.NGHTTP2_CANCEL);
  stream.destroy();
}
