import type { IncomingMessage } from "node:http";
import type { Response } from "./types.js";
import { headerBytes, headerSizeProblem } from "./header-size.js";
import { textError } from "./messages.js";

/**
 * Returns the error response for a request that Node's parser accepts but Go's server refuses;
 * undefined for valid requests.
 */
export function protocolProblem({ httpVersion, rawHeaders, url = "" }: IncomingMessage): Response | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return problem(505, "505 HTTP Version Not Supported: unsupported protocol version");
  const tooLarge = headerSizeProblem(url.length + headerBytes(rawHeaders), url.length);
  if (tooLarge !== undefined) return tooLarge;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  if (hosts === 0 && httpVersion === "1.1") return problem(400, "400 Bad Request: missing required Host header");
  // If a request has several Host headers, a proxy and the server could use different ones.
  return hosts > 1 ? problem(400, "400 Bad Request: too many Host headers") : undefined;
}

function problem(status: number, text: string): Response {
  return textError(status, text, { connection: "close" });
}
