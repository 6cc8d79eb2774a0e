/** Deadlines of connections, in milliseconds. */
export interface ConnectionTimeouts {
  /**
   * Maximum duration of a TLS handshake, and of receiving the headers of a request. After this
   * time, the connection is closed. Over HTTP/1.1, the response to late headers is a 408.
   */
  readonly headers: number;
  /** Interval at which HTTP/1.1 connections are checked for the limit `headers`. */
  readonly check: number;
  /**
   * Maximum time that a connection without requests stays open. An HTTP/2 client then gets a
   * GOAWAY.
   */
  readonly idle: number;
  /**
   * Interval between PINGs to an HTTP/2 client without requests. The client must respond to each
   * PING within the same time.
   */
  readonly probe: number;
  /** Time after the GOAWAY within which a client must close an idle HTTP/2 connection. */
  readonly goodbye: number;
  /**
   * Maximum time for which a client may accept no bytes of a response. After this time, the
   * connection is closed over HTTP/1.1, and the stream is cancelled over HTTP/2. For a watch, the
   * limit applies only after the watch has ended. Go has no such limit.
   */
  readonly response: number;
  /**
   * Time without data from the client after which the connection is closed. Applies only after the
   * last response.
   */
  readonly linger: number;
  /** Maximum time after the last response during which a client may still send data. */
  readonly lingerAtMost: number;
  /**
   * Period at the end of a shutdown in which the server still serves requests on existing
   * connections, so that requests that clients have already sent are not lost.
   */
  readonly farewell: number;
  /**
   * Maximum time that requests in progress may continue after the CA of their client was removed.
   */
  readonly revoked: number;
}

/**
 * Default deadlines. `linger` has the value of Go. The values for handshakes, headers and idle
 * connections are those of Kubernetes.
 */
export const defaultTimeouts: ConnectionTimeouts = {
  headers: 32_000,
  check: 5_000,
  idle: 90_000,
  probe: 5_000,
  goodbye: 5_000,
  response: 30_000,
  linger: 500,
  lingerAtMost: 5_000,
  farewell: 500,
  revoked: 10_000,
};
