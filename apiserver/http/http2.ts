import { constants } from "node:http2";
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { readBody } from "./body.js";
import type { Answer, HTTPRequest, Sink } from "./exchange.js";
import { peerOf } from "./peer.js";
import { headerOf } from "./request-headers.js";
import type { Target } from "./uri.js";

export function requestOfHTTP2(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, target: Target): HTTPRequest {
  return {
    method: headerOf(headers, ":method") ?? "",
    uri: headerOf(headers, ":path") ?? "",
    path: target.path,
    query: target.query,
    header: (name) => headerOf(headers, name),
    headerNames: () => Object.keys(headers),
    isHTTP2: true,
    readBody: (limit) => readBody(stream, limit, headers["content-length"]),
    peer: peerOf(stream.session?.socket),
  };
}

export function answerHTTP2(stream: ServerHttp2Stream, answer: Answer, isHead: boolean): void {
  if (stream.destroyed || stream.closed) return;
  const { body } = answer;
  // HTTP/2 has no such header (RFC 9113, section 8.2.2): the session ends in its own way, with a GOAWAY, when its streams have.
  // A body that is too large hurts its own stream alone.
  const { session } = stream;
  if (answer.headers["connection"] === "close" && answer.status !== 413) setImmediate(() => session?.close());
  const headers: OutgoingHttpHeaders = { ":status": answer.status };
  for (const name of Object.keys(answer.headers)) {
    const value = answer.headers[name];
    if (name !== "connection" && value !== undefined) headers[name] = typeof value === "string" ? value : [...value];
  }
  if (typeof body === "function") {
    stream.respond(headers);
    body(sinkOf(stream));
    return;
  }
  if (answer.status !== 304) headers["content-length"] = Buffer.byteLength(body);
  if (isHead || answer.status === 304) {
    stream.respond(headers, { endStream: true });
    return;
  }
  stream.respond(headers);
  if (stream.endAfterHeaders || stream.readableEnded) {
    stream.end(body);
    return;
  }
  stream.end(body, () => {
    // What of the request was not read then is not wanted any more (RFC 9113, section 8.1).
    if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}

function sinkOf(stream: ServerHttp2Stream): Sink {
  return {
    write: (chunk) => stream.write(chunk),
    onDrain: (then) => stream.once("drain", then),
    end: () => stream.end(),
    closed: closeSignal(stream),
  };
}

function closeSignal(stream: ServerHttp2Stream): AbortSignal {
  // What has closed does not say so again.
  if (stream.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  stream.once("close", () => {
    controller.abort();
  });
  return controller.signal;
}
