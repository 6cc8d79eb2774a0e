/** Sends requests to a server: over HTTP, or within the server's process. */
export interface Transport {
  /**
   * Sends a request. Resolves when the response's headers have arrived.
   * @throws ConnectionError, or the signal's reason where it was aborted
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes the connections. Requests in progress are aborted. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Absolute and escaped, with its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Whether the response is a watch, which has no timeout and no compression. */
  readonly isStream: boolean;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case. A list has one item per header line. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * The body. Reading it to its end, or returning from the iterator, frees the connection. Reading
   * throws where the connection breaks or the signal is aborted.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Connection failure. Only requests that are known to be idempotent can safely be sent again. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** Whether the connection failed before the server could receive the request. */
  readonly isUnsent: boolean;

  constructor(message: string, isUnsent: boolean, cause: unknown) {
    super(message, { cause });
    this.isUnsent = isUnsent;
  }
}

/**
 * Returns the value of a header, with its lines joined by commas; empty where the header is absent.
 */
export function headerText(headers: TransportResponse["headers"], name: string): string {
  const value = headers[name];
  if (value === undefined) return "";
  return typeof value === "string" ? value : value.join(", ");
}
