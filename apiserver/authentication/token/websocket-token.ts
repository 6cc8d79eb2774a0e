import { bearerProtocolPrefix as prefix } from "../../http/bearer-protocol.js";
import type { HTTPRequest } from "../../http/types.js";

/** The token in the subprotocols of a websocket, and the other subprotocols. */
export interface BearerProtocol {
  readonly token: string;
  readonly others: readonly string[];
}

/**
 * Finds the token in the subprotocols of a request for a websocket (Go:
 * websocket.ProtocolAuthenticator). Returns undefined if the request is not for a websocket or has
 * no such subprotocol.
 * @throws Error for several tokens, an invalid token, or a token without another subprotocol
 */
export function bearerProtocol(request: HTTPRequest): BearerProtocol | undefined {
  if ((request.header("upgrade") ?? "").toLowerCase() !== "websocket") return undefined;
  const protocols = request
    .headerLines("sec-websocket-protocol")
    .flatMap((line) => line.split(","))
    .map((protocol) => protocol.trim());
  const [first, ...more] = protocols.filter((protocol) => protocol.startsWith(prefix));
  if (first === undefined) return undefined;
  if (more.length > 0) throw new Error("multiple base64.bearer.authorization tokens specified");
  const token = decoded(first.slice(prefix.length));
  const others = protocols.filter((protocol) => protocol !== first);
  if (token === "") return undefined;
  // The response of the server contains one of the subprotocols, which must not be the token.
  if (others.length === 0) throw new Error("missing additional subprotocol");
  return { token, others };
}

function decoded(text: string): string {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1)
    throw new Error("invalid base64.bearer.authorization token encoding");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, "base64url"));
  } catch (error) {
    throw new Error("invalid base64.bearer.authorization token", { cause: error });
  }
}
