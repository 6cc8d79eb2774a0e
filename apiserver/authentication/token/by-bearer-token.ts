import type { HTTPRequest } from "../../http/types.js";
import type { User } from "../../request/api-request.js";
import type { Authenticator } from "../authenticator.js";
import type { TokenAuthenticator } from "./token-authenticator.js";
import { bearerProtocolPrefix as prefix } from "../../http/bearer-protocol.js";

/**
 * Authenticates by a bearer token in the Authorization header, or in a subprotocol of a websocket
 * (Go: bearertoken.Authenticator, websocket.ProtocolAuthenticator). Returns the user of the first
 * token authenticator that accepts the token. Throws an error if none does. A header with another
 * scheme or without a token counts as no credentials.
 */
export function byBearerToken(authenticators: readonly TokenAuthenticator[]): Authenticator {
  return async (request) => {
    const token = tokenOf(request);
    return token === undefined ? undefined : userOf(authenticators, token);
  };
}

async function userOf(authenticators: readonly TokenAuthenticator[], token: string): Promise<User> {
  const failures: unknown[] = [];
  for (const authenticate of authenticators) {
    try {
      const user = await authenticate(token);
      if (user !== undefined) return user;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] instanceof Error ? failures[0] : new Error("invalid bearer token");
}

function tokenOf(request: HTTPRequest): string | undefined {
  const [scheme = "", token = ""] = (request.headerLines("authorization")[0] ?? "").trim().split(" ");
  if (scheme.toLowerCase() === "bearer" && token !== "") return token;
  return bearerProtocol(request)?.token;
}

/** The token in the subprotocols of a websocket, and the other subprotocols. */
interface BearerProtocol {
  readonly token: string;
  readonly others: readonly string[];
}

/**
 * Finds the token in the subprotocols of a request for a websocket (Go:
 * websocket.ProtocolAuthenticator). Returns undefined if the request is not for a websocket or has
 * no such subprotocol.
 * @throws Error for several tokens, an invalid token, or a token without another subprotocol
 */
function bearerProtocol(request: HTTPRequest): BearerProtocol | undefined {
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
