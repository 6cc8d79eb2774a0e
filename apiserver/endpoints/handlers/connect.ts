import { admit, runValidation } from "../../admission/plugin.js";
import { newBadRequest } from "../../errors/index.js";
import { bodyStream } from "../../http/body-stream.js";
import type { Response, HTTPRequest } from "../../http/types.js";
import type {
  ConnectRequest,
  ConnectResponse,
  ConnectSubresource,
  ConnectWebSocketResponse,
} from "../../registry/subresource.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import type { RequestScope } from "../scope.js";
import { attributes } from "./attributes.js";
import { storeContext } from "./context-of.js";
import { withoutBearerProtocol } from "../../http/bearer-protocol.js";

/** A subresource with a handler, and the decoder for its options. */
export interface ConnectEndpoint {
  readonly given: ConnectSubresource<APIObject>;
  /**
   * Returns the decoded options in the hub version; undefined for a subresource without options.
   * @throws StatusError 400 if a query parameter does not have the type of its option
   */
  readonly optionsOf: (query: URLSearchParams) => object | undefined;
}

/**
 * Passes a request to the handler of a subresource (Go: ConnectResource). Before that, admission
 * checks the options of the request.
 */
export async function connectObject(
  { given, optionsOf }: ConnectEndpoint,
  scope: RequestScope,
  request: APIRequest,
): Promise<Response> {
  if (request.query.has("dryRun")) throw newBadRequest("dryRun is not supported");
  const path = request.info.parts.slice(3).join("/");
  const options = optionsOf(withPath(request.query, given, path));
  // Options do not have metadata, so they are not really an APIObject. Plugins for the operation
  // CONNECT expect an object of the options' kind.
  const asked = attributes(scope, request, "CONNECT", { isDryRun: false }, options as APIObject | undefined, undefined);
  await admit(scope.admission, asked);
  await runValidation(scope.admission, asked);

  const context = storeContext(request, { isDryRun: false });
  const object = await scope.store.get(request.info.namespace, request.info.name, "");
  return responseOf(request, await given.connect(context, object, connectRequest(request, path), options));
}

/** Returns the query parameters with `path` set to the path below the subresource, as Go does. */
function withPath(query: URLSearchParams, { hasPath = false }: ConnectSubresource<APIObject>, path: string) {
  if (!hasPath) return query;
  const all = new URLSearchParams(query);
  all.set("path", path);
  return all;
}

function connectRequest(request: APIRequest, path: string): ConnectRequest {
  const { method, query, bodyPieces, isWebSocket = false } = request;
  const header = headerWithoutCredentials(request);
  const protocols = (header("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
  return {
    method,
    path,
    query,
    header,
    body: bodyPieces ?? (() => wholeBody(request)),
    isWebSocket,
    protocols: protocols.filter((name) => name !== ""),
  };
}

/**
 * Maximum size of a body that is read as a whole, in bytes. Only requests that this process sends
 * to itself have such bodies.
 */
const wholeBodyLimit = 3 * 1024 * 1024;

async function* wholeBody(request: APIRequest): AsyncGenerator<Buffer> {
  yield await request.readBody(wholeBodyLimit);
}

/**
 * Converts the response of a handler.
 * @throws StatusError 400 if the handler needs a websocket and the client did not request one
 */
function responseOf(request: APIRequest, response: ConnectResponse): Response {
  if ("webSocket" in response) return webSocketResponse(request, response);
  const { status = 200, headers = {}, body } = response;
  if (typeof body === "string" || Buffer.isBuffer(body)) return { status, headers, body };
  return { status, headers, body: bodyStream(body), readsRequest: true };
}

function webSocketResponse(request: APIRequest, { webSocket, protocol }: ConnectWebSocketResponse): Response {
  if (request.isWebSocket !== true)
    throw newBadRequest(`${request.info.subresource} needs a websocket: send the header Upgrade: websocket`);
  return {
    status: 101,
    headers: {},
    body: () => undefined,
    webSocket: { protocol, serve: webSocket },
  };
}

const hidden: ReadonlySet<string> = new Set(["authorization", "x-remote-user", "x-remote-group", "x-remote-uid"]);

/**
 * Returns the function that reads the headers of a request for the handlers. It hides the headers
 * that authenticate the client: a bearer token, and the headers of a front proxy. (Go removes them
 * from the request.)
 */
function headerWithoutCredentials({ header }: Pick<HTTPRequest, "header">): HTTPRequest["header"] {
  return (name) => {
    if (hidden.has(name) || name.startsWith("x-remote-extra-")) return undefined;
    const value = header(name);
    return name === "sec-websocket-protocol" && value !== undefined ? withoutBearerProtocol(value) : value;
  };
}
