/** Deadlines of connections, in milliseconds. */
export interface ConnectionTimeouts {
  /** How long a TLS handshake, and the headers of a request, may take. */
  readonly headers: number;
  /** How often connections over HTTP/1.1 are compared with `headers`. */
  readonly check: number;
  /** How long a connection without requests stays open. */
  readonly idle: number;
  /**
   * How long a client without requests over HTTP/2 may take to respond to a PING, and the time
   * between two of them.
   */
  readonly probe: number;
  /** How long a client has to close an HTTP/2 connection after the GOAWAY for being idle. */
  readonly goodbye: number;
  /**
   * How long a client may take nothing of a response other than a watch, or of a watch that has
   * ended.
   */
  readonly response: number;
  /**
   * How long a client may send nothing, after the last response of a connection, until the
   * connection is closed.
   */
  readonly linger: number;
  /** How long a client may go on sending after the last response of a connection. */
  readonly lingerAtMost: number;
  /** How long requests in progress may take after the authority of their client was removed. */
  readonly revoked: number;
}

/**
 * Kubernetes has the same for handshakes, headers and idle connections; Go has the same for
 * `linger`.
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
  revoked: 10_000,
};
