/** Sends requests to a server, over HTTP or within the server's process. */
export interface Transport {
  /**
   * Sends a request. Resolves when the headers of the response have arrived.
   * @throws ConnectionError if the connection fails, the signal's reason if the signal is aborted
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes the connections and aborts requests in progress. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Absolute, percent-encoded path, including the query. */
  readonly path: string;
  /** Request headers. The names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** True for a watch, which has no timeout and no compression. */
  readonly isStream: boolean;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Response headers. The names are in lower case. The value of a repeated header is an array. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Body of the response. Reading it to its end, or returning from the iterator, releases the
   * connection. Reading throws if the connection breaks or the signal is aborted.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Error of a failed connection. The server may have processed the request, unless `isUnsent` is
 * true, so only idempotent requests can safely be sent again.
 */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** True if the connection failed before the server could have received the request. */
  readonly isUnsent: boolean;

  constructor(message: string, isUnsent: boolean, cause: unknown) {
    super(message, { cause });
    this.isUnsent = isUnsent;
  }
}

/**
 * Returns the value of a header. Joins the values of a repeated header by commas. Returns an empty
 * string if the header is absent.
 */
export function headerText(headers: TransportResponse["headers"], name: string): string {
  const value = headers[name];
  if (value === undefined) return "";
  return typeof value === "string" ? value : value.join(", ");
}
