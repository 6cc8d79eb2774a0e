import type { GroupVersionKind } from "@apimachinery/runtime";
import type { ConnectedSocket } from "../http/connected-socket.js";
import type { Headers } from "../http/types.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import type { Nothing } from "./strategy.js";

/** A change of an object, in place. */
type Change<T extends APIObject> = { of(object: T): Nothing | Promise<Nothing> }["of"];

/**
 * Changes the object of a subresource in place, and stores it as an update (Go: a REST storage that
 * calls GuaranteedUpdate). Returns the stored object. The change is repeated after a conflict with
 * another write.
 * @throws StatusError
 */
export type ChangeObject<T extends APIObject> = {
  // Declared as a method, because the compiler compares parameters of methods less strictly: a
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
   * Kind of the subresource: a kind of the same group, or a kind of another group of the scheme.
   * The subresource is served in the versions that have the kind.
   */
  readonly kind: K["kind"] | GroupVersionKind;
  /** Serves GET: returns the subresource of an object. */
  get?(context: RequestContext, object: Readonly<T>): K | Promise<K>;
  /**
   * Serves PUT and PATCH, together with `get`: changes the object in place. The object is then
   * validated and stored like in every update.
   */
  update?(context: RequestContext, object: T, request: K): Nothing | Promise<Nothing>;
  /**
   * Serves POST: does what the request asks for, and returns the object of the response. With the
   * result undefined, the response is a Status. In a dry run, `change` stores nothing.
   */
  create?(
    context: RequestContext,
    object: Readonly<T>,
    request: K,
    change: ChangeObject<T>,
  ): K | undefined | Promise<K | undefined>;
}

/** HTTP methods that a subresource can connect. */
export type ConnectMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A subresource that gives the request of its client to a handler, as a stream or as a websocket
 * (Go: rest.Connecter). O is the type of its options.
 */
export interface ConnectSubresource<T extends APIObject, O = unknown> {
  /** HTTP methods that the handler serves. */
  readonly methods: readonly ConnectMethod[];
  /**
   * True if paths below the subresource belong to it: `…/proxy/index.html`. If the options have a
   * field `path`, it gets this path. Default: false.
   */
  readonly hasPath?: boolean;
  /**
   * Kind whose fields are the query parameters, such as PodExecOptions. Admission gets its object.
   * Default: no options, and admission gets no object.
   */
  readonly options?: string | GroupVersionKind;
  /**
   * Serves a request: returns the response, or the function that serves a websocket.
   * @throws StatusError that becomes the response
   */
  connect(
    context: RequestContext,
    object: Readonly<T>,
    request: ConnectRequest,
    options: O,
  ): ConnectResponse | Promise<ConnectResponse>;
}

/** The request of a client that a handler serves. */
export interface ConnectRequest {
  /** HTTP method. */
  readonly method: string;
  /** Path below the subresource, without a slash at its beginning; empty if there is none. */
  readonly path: string;
  /** Query parameters. */
  readonly query: URLSearchParams;
  /** Returns the value of a header. */
  readonly header: (name: string) => string | undefined;
  /** Returns the body in the pieces in which it arrives. Can be called once. */
  readonly body: () => AsyncIterable<Buffer>;
  /** True if the client asks for a websocket. */
  readonly isWebSocket: boolean;
  /** Subprotocols that the client offers for the websocket, in its order of preference. */
  readonly protocols: readonly string[];
}

/** Response of a handler: over HTTP, or by a websocket. */
export type ConnectResponse = ConnectHTTPResponse | ConnectWebSocketResponse;

/** Response of a handler over HTTP. */
export interface ConnectHTTPResponse {
  /** Default: 200. */
  readonly status?: number;
  /** Headers of the response. Default: none. */
  readonly headers?: Headers;
  /**
   * Whole body, or its pieces. They can depend on the body of the request, which arrives at the
   * same time.
   */
  readonly body: string | Buffer | AsyncIterable<string | Uint8Array>;
}

/** Response of a handler that serves a websocket. */
export interface ConnectWebSocketResponse {
  /** Serves the websocket. When the promise settles, the websocket is closed. */
  readonly webSocket: (socket: ConnectedSocket) => Promise<void>;
  /** One of the protocols that the client offers. */
  readonly protocol?: string;
}

/** A subresource of a kind: with a kind of its own, or with a handler. */
export type Subresource<T extends APIObject> = ObjectSubresource<T> | ConnectSubresource<T>;

/** Subresources by name, such as `bake`. */
export type Subresources<T extends APIObject> = Readonly<Record<string, Subresource<T>>>;

export function connects<T extends APIObject>(subresource: Subresource<T>): subresource is ConnectSubresource<T> {
  return "connect" in subresource;
}
