import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "./body.js";
import type { Answer, HTTPRequest, Sink } from "./exchange.js";
import { peerOf } from "./peer.js";
import { headerOf } from "./request-headers.js";
import type { Target } from "./uri.js";

export function requestOfHTTP1(message: IncomingMessage, target: Target): HTTPRequest {
  return {
    method: message.method ?? "",
    uri: message.url ?? "",
    ...target,
    header: (name) => headerOf(message.headers, name),
    headerNames: () => Object.keys(message.headers),
    readBody: (limit) => readBody(message, limit, message.headers["content-length"]),
    peer: peerOf(message.socket),
  };
}

export function answerHTTP1(response: ServerResponse, answer: Answer, isHead: boolean): void {
  const { body } = answer;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  // An answer that is there before the body was read to its end leaves the rest of it unread.
  if (!response.req.complete) response.setHeader("connection", "close");
  if (typeof body === "function") {
    response.writeHead(answer.status).flushHeaders();
    body(sinkOf(response));
    return;
  }
  if (answer.status !== 304) response.setHeader("content-length", Buffer.byteLength(body));
  response.writeHead(answer.status);
  response.end(isHead ? undefined : body);
}

function sinkOf(response: ServerResponse): Sink {
  return {
    write: (chunk) => response.write(chunk),
    onDrain: (then) => response.once("drain", then),
    end: () => response.end(),
    closed: closeSignal(response),
  };
}

function closeSignal(response: ServerResponse): AbortSignal {
  // What has closed does not say so again.
  if (response.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  response.once("close", () => {
    controller.abort();
  });
  return controller.signal;
}
