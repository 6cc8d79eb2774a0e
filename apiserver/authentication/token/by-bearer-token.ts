import type { HTTPRequest } from "../../http/types.js";
import type { User } from "../../request/api-request.js";
import type { Authenticator } from "../authenticator.js";
import type { TokenAuthenticator } from "./token-authenticator.js";
import { bearerProtocol } from "./websocket-token.js";

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
