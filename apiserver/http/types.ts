import type { ConnectedSocket } from "./connected-socket.js";

/** A request, independent of the HTTP version. */
export interface HTTPRequest {
  readonly method: string;
  /** Path and query as the client sent them, with escapes. */
  readonly uri: string;
  /** Path without escapes. */
  readonly path: string;
  readonly query: URLSearchParams;
  /**
   * Returns the value of a header; undefined if it was not sent. Repeated headers are joined with
   * commas.
   */
  readonly header: (name: string) => string | undefined;
  /**
   * Returns the values of all lines of a header in their order, decoded as UTF-8; empty if the
   * header was not sent. A value can contain commas.
   */
  readonly headerLines: (name: string) => readonly string[];
  /** Returns the names of the headers that were sent, in lower case. */
  readonly headerNames: () => readonly string[];
  /**
   * Reads the body.
   * @throws StatusError 413 if it has more bytes than the limit
   */
  readonly readBody: (limit: number) => Promise<Buffer>;
  /**
   * Returns the body in pieces as they arrive, for a handler that does not need the whole body at
   * once. Must not be combined with `readBody`. Absent for requests that this process sends to
   * itself.
   */
  readonly bodyPieces?: (() => AsyncIterable<Buffer>) | undefined;
  /** True if the client asks to change the connection to a websocket. */
  readonly isWebSocket?: boolean | undefined;
  /** Identity of the client from the TLS handshake. */
  readonly peer: Peer;
  /**
   * True if other requests can share the connection. Absent for HTTP/1.1 and for requests that this
   * process sends to itself.
   */
  readonly isHTTP2?: boolean | undefined;
  /**
   * Calls `then` when the response was sent or the client has disconnected. If this has already
   * happened, calls `then` immediately. Absent for requests that this process sends to itself.
   */
  readonly afterwards?: ((then: () => void) => void) | undefined;
}

/** The client of a connection. */
export interface Peer {
  /** Certificate of the client; undefined if it sent none. */
  readonly certificate: ClientCertificate | undefined;
  /**
   * Address of the client as `host:port`. Absent for requests that this process sends to itself.
   */
  readonly address?: string;
}

/**
 * The certificate of a client. Its names are empty unless `isTrusted` or `isFrontProxy` is true,
 * because a client can create any other certificate itself.
 */
export interface ClientCertificate {
  /** True if a trusted CA of users has issued the certificate, and it has not expired. */
  readonly isTrusted: boolean;
  /** True if a trusted CA of front proxies has issued the certificate, and it has not expired. */
  readonly isFrontProxy: boolean;
  /** Last common name of the subject; empty if it has none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Values of the name 1.3.6.1.4.1.57683.2 in the subject, in which Kubernetes keeps the uid. */
  readonly uids: readonly string[];
  /** End of the certificate's validity, in milliseconds since 1970, as in `Date.now`. */
  readonly expires: number;
  /** SHA-256 fingerprint of the certificate's DER form, in hexadecimal. */
  readonly sha256: string;
}

/** Headers by name in lower case. Each item of a list is a separate header line. */
export type Headers = Record<string, string | readonly string[]>;

/** A response of a handler. Filters add headers to it. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody;
  /** True if the handler reads the body of the request while it writes the response. */
  readonly readsRequest?: boolean;
  /**
   * Handler of a websocket. It is set only in a response to a websocket request. In this case,
   * `body` is a function that writes nothing, and its sink reports the end of the websocket.
   */
  readonly webSocket?: WebSocketHandler;
}

/** Handler of a websocket, and the subprotocol that it has chosen. */
export interface WebSocketHandler {
  /** Subprotocol that the handler has chosen; undefined if it has chosen none. */
  readonly protocol: string | undefined;
  /** Serves the websocket until the promise settles. */
  readonly serve: (socket: ConnectedSocket) => Promise<void>;
}

/** A complete body, or a function that writes it in pieces. */
export type ResponseBody = string | Buffer | StreamBody;

/**
 * Starts to write the body to a sink, and returns without waiting. Called after the headers were
 * written. The writer must stop when `sink.closed` is aborted.
 */
export type StreamBody = (sink: Sink) => void;

export interface Sink {
  /**
   * Writes a piece. Returns false if the client reads too slowly; in this case the piece is
   * buffered.
   */
  write(chunk: string | Buffer): boolean;
  /** Calls `then` once, when the buffered pieces were sent. */
  onDrain(then: () => void): void;
  end(): void;
  /**
   * The stream to which `write` passes its bytes. A writer with thousands of sinks calls the stream
   * directly to save time. Absent if `write` does more than pass the bytes.
   */
  readonly stream?: { write(chunk: string | Buffer): boolean };
  /** The connection of the client. Absent if the response does not use a socket. */
  readonly connection?: object;
  /** Aborts `closed`. The writer of the stream then ends it. */
  stop(): void;
  /**
   * Ends the response as incomplete. Absent if the transport cannot report an incomplete response
   * to the client.
   */
  cut?(): void;
  /** Signal that is aborted when the client disconnects, and by `stop`. */
  readonly closed: AbortSignal;
}

/**
 * Handles a request. If it throws an error, the filters convert the error to a response with
 * `statusOf`.
 */
export type Handler<Request extends HTTPRequest = HTTPRequest> = (request: Request) => Promise<Response>;
