import { withoutBearerProtocol } from "../http/bearer-protocol.js";
import type { HTTPRequest } from "../http/types.js";

const hidden: ReadonlySet<string> = new Set(["authorization", "x-remote-user", "x-remote-group", "x-remote-uid"]);

/**
 * Returns the function that reads the headers of a request for the handlers. It hides the headers
 * that authenticate the client: a bearer token, and the headers of a front proxy. (Go removes them
 * from the request.)
 */
export function headerWithoutCredentials({ header }: Pick<HTTPRequest, "header">): HTTPRequest["header"] {
  return (name) => {
    if (hidden.has(name) || name.startsWith("x-remote-extra-")) return undefined;
    const value = header(name);
    return name === "sec-websocket-protocol" && value !== undefined ? withoutBearerProtocol(value) : value;
  };
}
