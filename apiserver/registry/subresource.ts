import type { GroupVersionKind } from "@apimachinery/runtime";
import type { ConnectedSocket } from "../http/connected-socket.js";
import type { Headers } from "../http/types.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import type { Nothing } from "./strategy.js";

/** Changes an object in place. */
type Change<T extends APIObject> = { of(object: T): Nothing | Promise<Nothing> }["of"];

/**
 * Changes the object to which a subresource belongs, in place, and stores it as an update (Go: a
 * REST storage that calls GuaranteedUpdate). Returns the stored object. After a conflict with
 * another write, the change is called again.
 * @throws StatusError 404 if the object was deleted, 422 if the changed object is invalid
 */
export type ChangeObject<T extends APIObject> = {
  // Declared as a method, because the compiler compares parameters of methods less strictly. A
  // subresource of one kind can then be passed as a subresource of any kind.
  of(change: Change<T>): Promise<Readonly<T>>;
}["of"];

/**
 * A subresource whose requests and responses are objects of a kind (Go: rest.Getter, rest.Updater
 * and rest.NamedCreater). T is the type of the objects of the resource, K the type of the
 * subresource's kind. All objects are in the hub version.
 */
export interface ObjectSubresource<T extends APIObject, K extends APIObject = APIObject> {
  /**
   * Kind of the subresource: the name of a kind of the same group, or a kind of another group in
   * the scheme. The subresource is served in the versions that have this kind.
   */
  readonly kind: K["kind"] | GroupVersionKind;
  /** Serves GET: returns the subresource of an object. */
  get?(context: RequestContext, object: Readonly<T>): K | Promise<K>;
  /**
   * Serves PUT and PATCH by changing the object in place. Requires `get`. The object is then
   * validated and stored as in every update.
   */
  update?(context: RequestContext, object: T, request: K): Nothing | Promise<Nothing>;
  /**
   * Serves POST: executes the request and returns the object for the response. If the result is
   * undefined, the response is a Status. In a dry run, `change` stores nothing.
   */
  create?(
    context: RequestContext,
    object: Readonly<T>,
    request: K,
    change: ChangeObject<T>,
  ): K | undefined | Promise<K | undefined>;
}

/** HTTP methods that a ConnectSubresource can serve. */
export type ConnectMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A subresource that passes requests to a handler, as a stream or as a websocket (Go:
 * rest.Connecter). O is the type of its options.
 */
export interface ConnectSubresource<T extends APIObject, O = unknown> {
  /** HTTP methods that the handler serves. */
  readonly methods: readonly ConnectMethod[];
  /**
   * True if the subresource also serves the paths below it, such as `…/proxy/index.html`. If the
   * options have a field `path`, it gets the part below the subresource. Default: false.
   */
  readonly hasPath?: boolean;
  /**
   * Kind whose fields are the query parameters, such as PodExecOptions. Admission gets an object of
   * this kind. Default: no options, and admission gets no object.
   */
  readonly options?: string | GroupVersionKind;
  /**
   * Serves a request. Returns the response, or a function that serves a websocket.
   * @throws StatusError that becomes the response
   */
  connect(
    context: RequestContext,
    object: Readonly<T>,
    request: ConnectRequest,
    options: O,
  ): ConnectResponse | Promise<ConnectResponse>;
}

/** Request that a handler serves. */
export interface ConnectRequest {
  /** HTTP method. */
  readonly method: string;
  /**
   * Path below the subresource, without a slash at its beginning; empty for the subresource itself.
   */
  readonly path: string;
  /** Query parameters. */
  readonly query: URLSearchParams;
  /** Returns the value of a request header; undefined if it is missing. */
  readonly header: (name: string) => string | undefined;
  /** Returns the chunks of the request body as they arrive. Can be called only once. */
  readonly body: () => AsyncIterable<Buffer>;
  /** True if the client requests a websocket. */
  readonly isWebSocket: boolean;
  /** Subprotocols that the client offers for the websocket, in the client's order of preference. */
  readonly protocols: readonly string[];
}

/** Response of a handler: an HTTP response or a websocket. */
export type ConnectResponse = ConnectHTTPResponse | ConnectWebSocketResponse;

/** HTTP response of a handler. */
export interface ConnectHTTPResponse {
  /** HTTP status code. Default: 200. */
  readonly status?: number;
  /** Headers of the response. Default: none. */
  readonly headers?: Headers;
  /**
   * Whole body, or its chunks. Chunks can depend on the request body, which is received at the same
   * time.
   */
  readonly body: string | Buffer | AsyncIterable<string | Uint8Array>;
}

/** Response of a handler that serves a websocket. */
export interface ConnectWebSocketResponse {
  /** Serves the websocket, which is closed when the returned promise settles. */
  readonly webSocket: (socket: ConnectedSocket) => Promise<void>;
  /** Chosen subprotocol: one of those that the client offers. Default: none. */
  readonly protocol?: string;
}

/** A subresource of a kind: either with objects of a kind, or with a handler. */
export type Subresource<T extends APIObject> = ObjectSubresource<T> | ConnectSubresource<T>;

/** Subresources by name, such as `bake`. */
export type Subresources<T extends APIObject> = Readonly<Record<string, Subresource<T>>>;

export function connects<T extends APIObject>(subresource: Subresource<T>): subresource is ConnectSubresource<T> {
  return "connect" in subresource;
}
