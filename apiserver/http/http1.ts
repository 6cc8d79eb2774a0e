import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "./body.js";
import type { Answer, HTTPRequest } from "./types.js";
import { type Target, headerOf } from "./messages.js";
import type { Sending } from "./sending.js";

export function requestOfHTTP1(message: IncomingMessage, target: Target, sending: Sending): HTTPRequest {
  return {
    method: message.method ?? "",
    uri: message.url ?? "",
    ...target,
    header: (name) => headerOf(message.headers, name),
    headerNames: () => Object.keys(message.headers),
    readBody: (limit) => readBody(message, limit, message.headers["content-length"]),
    peer: sending.connection.peer,
    afterwards: (then) => {
      sending.afterwards(then);
    },
  };
}

export function answerHTTP1(response: ServerResponse, answer: Answer, isHead: boolean, sending: Sending): void {
  const { body } = answer;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (sending.connection.isOutdated) response.shouldKeepAlive = false;
  if (!response.req.complete) {
    // The rest of the request is dropped, so that the client comes to read the response.
    response.setHeader("connection", "close");
    response.req.resume();
  }
  if (typeof body === "function") {
    response.writeHead(answer.status).flushHeaders();
    body(sending.sink());
    return;
  }
  if (answer.status !== 304) response.setHeader("content-length", Buffer.byteLength(body));
  response.writeHead(answer.status);
  sending.send(isHead ? undefined : body);
}
