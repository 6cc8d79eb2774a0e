import type { IncomingHttpHeaders } from "node:http";

/**
 * Beginning of the subprotocol with which browsers send a bearer token when they open a websocket,
 * because they cannot set headers. The rest is the token in base64url without padding.
 */
export const bearerProtocolPrefix = "base64url.bearer.authorization.k8s.io.";

/** Returns a list of subprotocols without bearer tokens, which the response must not repeat. */
export function withoutBearerProtocol(protocols: string): string {
  return protocols
    .split(",")
    .filter((protocol) => !protocol.trim().startsWith(bearerProtocolPrefix))
    .join(",");
}

/** Removes bearer tokens from the subprotocols in the headers of a request. */
export function removeBearerProtocol(headers: IncomingHttpHeaders): void {
  const protocols = headers["sec-websocket-protocol"];
  if (protocols === undefined) return;
  const others = withoutBearerProtocol(protocols);
  if (others === "") delete headers["sec-websocket-protocol"];
  else headers["sec-websocket-protocol"] = others;
}
