import { constants, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { readBody } from "./body.js";
import type { Response, HTTPRequest } from "./types.js";
import { type Target, headerOf } from "./messages.js";
import type { Sending } from "./sending.js";

export function requestOfHTTP2(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  target: Target,
  sending: Sending,
): HTTPRequest {
  return {
    method: headerOf(headers, ":method") ?? "",
    uri: headerOf(headers, ":path") ?? "",
    path: target.path,
    query: target.query,
    header: (name) => headerOf(headers, name),
    headerNames: () => Object.keys(headers),
    isHTTP2: true,
    readBody: (limit) => readBody(stream, limit, headers["content-length"]),
    peer: sending.connection.peer,
    afterwards: (then) => {
      sending.afterwards(then);
    },
  };
}

export function writeHTTP2(stream: ServerHttp2Stream, response: Response, isHead: boolean, sending: Sending): void {
  if (stream.destroyed || stream.closed) return;
  const { body } = response;
  // HTTP/2 has no such header (RFC 9113, section 8.2.2): the session ends in its own way, with a
  // GOAWAY, when its streams have. A body that is too large hurts its own stream alone.
  const { session } = stream;
  if (response.headers["connection"] === "close" && response.status !== 413) setImmediate(() => session?.close());
  const headers: OutgoingHttpHeaders = { ":status": response.status };
  for (const name of Object.keys(response.headers)) {
    const value = response.headers[name];
    if (name !== "connection" && value !== undefined) headers[name] = typeof value === "string" ? value : [...value];
  }
  if (typeof body === "function") {
    stream.respond(headers);
    body(sending.sink());
    return;
  }
  if (response.status !== 304) headers["content-length"] = Buffer.byteLength(body);
  if (!stream.endAfterHeaders && !stream.readableEnded) {
    stream.once("finish", () => {
      // What of the request was not read then is not wanted any more (RFC 9113, section 8.1).
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }
  if (isHead || response.status === 304) {
    stream.respond(headers, { endStream: true });
    sending.expectEnd();
    return;
  }
  stream.respond(headers);
  sending.send(body);
}

/** Ends the response of a client that does not read it. */
export function cancelHTTP2(stream: ServerHttp2Stream): void {
  stream.close(constants.NGHTTP2_CANCEL);
  stream.destroy();
}
