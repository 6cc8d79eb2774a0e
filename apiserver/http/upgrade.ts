import type { IncomingMessage } from "node:http";
import { textError } from "./messages.js";
import { protocolProblem } from "./protocol-problem.js";
import type { Response } from "./types.js";

/**
 * Reports whether a request asks for a websocket. Other protocols in the header `Upgrade` are
 * ignored, as in Go: the request gets its response over HTTP (RFC 9110, section 7.8).
 */
export function asksForWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return method === "GET" && httpVersion === "1.1" && headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Returns the error response to a request with the header `Upgrade` or the method `CONNECT` that
 * cannot be served; undefined for a request that can be served. The check precedes the handler:
 * otherwise a handler would begin a stream that is never sent, and the audit would record a
 * success.
 */
export function upgradeFault(message: IncomingMessage): Response | undefined {
  const problem = protocolProblem(message);
  if (problem !== undefined) return problem;
  if (message.method === "CONNECT") return refusal("the server is not a proxy");
  // Node does not read the body of such a request. The bytes of the body could be mistaken for
  // another message.
  const { "content-length": length = "0", "transfer-encoding": encoding } = message.headers;
  if (length !== "0" || encoding !== undefined) return refusal("an upgrade of a request with a body is not supported");
  if (!asksForWebSocket(message)) return undefined;
  const { "sec-websocket-key": key = "", "sec-websocket-version": version = "" } = message.headers;
  if (!/^[+/0-9A-Za-z]{22}==$/.test(key)) return refusal("missing or invalid Sec-WebSocket-Key");
  if (version !== "13" && version !== "8")
    return refusal("missing or unsupported Sec-WebSocket-Version", { "sec-websocket-version": "13, 8" });
  return undefined;
}

function refusal(reason: string, headers = {}): Response {
  return textError(400, `400 Bad Request: ${reason}`, { ...headers, connection: "close" });
}
