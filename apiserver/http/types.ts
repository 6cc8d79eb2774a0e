/** A request as every handler sees it, whichever HTTP version brought it. */
export interface HTTPRequest {
  readonly method: string;
  /** As it was sent: path and query, still escaped. */
  readonly uri: string;
  /** Unescaped, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined for a header that was not sent. Several lines of one name are joined by commas. */
  readonly header: (name: string) => string | undefined;
  /** Of the headers that were sent, in lower case. Absent: within this process. */
  readonly headerNames?: (() => readonly string[]) | undefined;
  /** @throws StatusError 413 for a body of more bytes */
  readonly readBody: (limit: number) => Promise<Buffer>;
  /** What the client proved in the TLS handshake. */
  readonly peer: Peer;
  /** Whether other requests share its connection. Absent: HTTP/1.1, or within this process. */
  readonly isHTTP2?: boolean | undefined;
  /**
   * Calls back when the response was sent, or the client is gone; at once if that has happened.
   * Absent: within this process.
   */
  readonly afterwards?: ((then: () => void) => void) | undefined;
}

/** The other end of a connection. */
export interface Peer {
  /** The client's certificate; undefined where none was sent. */
  readonly certificate: ClientCertificate | undefined;
  /** `host:port`. Absent: within this process. */
  readonly address?: string;
}

export interface ClientCertificate {
  /** Whether it leads to the authority that the server trusts. */
  readonly isTrusted: boolean;
  /** The last one of the subject; empty where it has none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Of the certificate's DER, in hexadecimal. */
  readonly sha256: string;
}

/** Names in lower case. A list is one line each. */
export type Headers = Record<string, string | readonly string[]>;

/** What a handler answers. Filters on the way out add headers. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** All of it, or who writes it bit by bit. */
export type Body = string | Buffer | StreamBody;

/**
 * Begins to write to a sink once the headers are on their way, and returns; the sink tells when to
 * stop.
 */
export type StreamBody = (sink: Sink) => void;

export interface Sink {
  /** @returns false while the client does not keep up; the data is kept */
  write(chunk: string | Buffer): boolean;
  /** Calls back once, when what was kept has gone out. */
  onDrain(then: () => void): void;
  end(): void;
  /** Aborted when the client is gone. */
  readonly closed: AbortSignal;
}

/** Answers a request, or throws what `statusOf` understands. */
export type Handler<Request extends HTTPRequest = HTTPRequest> = (request: Request) => Promise<Response>;
