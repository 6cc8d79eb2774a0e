import type { IncomingMessage, ServerResponse } from "node:http";
import { readStreamBody } from "./body.js";
import type { Response, HTTPRequest } from "./types.js";
import { type RequestTarget, headerOf, unicodeOf } from "./messages.js";
import type { Sending } from "./sending.js";
import { asksForWebSocket } from "./upgrade.js";

export function requestOfHTTP1(message: IncomingMessage, target: RequestTarget, sending: Sending): HTTPRequest {
  return {
    method: message.method ?? "",
    uri: message.url ?? "",
    ...target,
    header: (name) => headerOf(message.headers, name),
    headerLines: (name) => (message.headersDistinct[name] ?? []).map(unicodeOf),
    headerNames: () => Object.keys(message.headers),
    readBody: (limit) => readStreamBody(message, limit, message.headers["content-length"]),
    bodyPieces: () => message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    isWebSocket: asksForWebSocket(message),
    peer: sending.connection.peer,
    afterwards: (then) => {
      sending.afterwards(then);
    },
  };
}

export function writeHTTP1(
  serverResponse: ServerResponse,
  response: Response,
  isHead: boolean,
  sending: Sending,
): void {
  const { body } = response;
  for (const [name, value] of Object.entries(response.headers)) serverResponse.setHeader(name, value);
  if (sending.connection.endsWith(sending)) serverResponse.shouldKeepAlive = false;
  if (!serverResponse.req.complete) {
    if (!isDroppable(serverResponse.req, response)) serverResponse.setHeader("connection", "close");
    // Reads and drops the rest of the request, so that the client can finish sending and then read
    // the response.
    if (response.readsRequest !== true) serverResponse.req.resume();
  }
  if (typeof body === "function") {
    serverResponse.writeHead(response.status).flushHeaders();
    body(sending.sink());
    return;
  }
  if (response.status !== 304) serverResponse.setHeader("content-length", Buffer.byteLength(body));
  serverResponse.writeHead(response.status);
  sending.send(isHead ? undefined : body);
}

/**
 * Maximum length of an unread body after which the connection serves the next request, as in Go.
 */
const maxDropped = 256 * 1024;

/**
 * Reports whether the connection serves further requests after the rest of a request was dropped.
 * After a timeout, the rest may never arrive.
 */
function isDroppable({ headers }: IncomingMessage, { status, readsRequest }: Response): boolean {
  return Number(headers["content-length"]) <= maxDropped && status < 500 && readsRequest !== true;
}
