/** Deadlines of connections, in milliseconds. */
export interface ConnectionTimeouts {
  /** Maximum duration of a TLS handshake, and of receiving the headers of a request. */
  readonly headers: number;
  /** Interval in which HTTP/1.1 connections are compared with `headers`. */
  readonly check: number;
  /** Maximum time that a connection without requests stays open. */
  readonly idle: number;
  /**
   * Interval between PINGs to a client without requests over HTTP/2, and the time that it has for a
   * response.
   */
  readonly probe: number;
  /** Time that a client has to close an idle HTTP/2 connection after the GOAWAY. */
  readonly goodbye: number;
  /**
   * Maximum time in which a client takes no bytes of a response. Does not apply to watches before
   * their end.
   */
  readonly response: number;
  /** Silence of the client after the last response that closes the connection. */
  readonly linger: number;
  /** Maximum time that a client may continue sending after the last response. */
  readonly lingerAtMost: number;
  /** Maximum time of requests in progress after the authority of their client was removed. */
  readonly revoked: number;
}

/**
 * The values of Kubernetes for handshakes, headers and idle connections, and of Go for `linger`.
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
