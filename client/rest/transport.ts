/** How requests reach a server: over HTTP, or into a server of the same process. */
export interface Transport {
  /**
   * Sends a request. Resolves when the answer's headers are there.
   * @throws whatever keeps the request from being answered; the signal's reason where that was
   * aborted
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Lets go of connections. What is under way is cut off. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: string;
  /** Absolute, with its query, escaped. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Whether the answer has no end of its own: no timeout is for it, and no compression. */
  readonly isStream: boolean;
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; a list is one line each. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * To be read to its end, or returned from, which frees the connection. It throws where the
   * connection breaks, and where the request's signal is aborted.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * A server that can't be reached now, and perhaps later: what is sent again safely, by who knows
 * that it may be.
 */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  /** Whether it broke before the server can have seen the request. */
  readonly isUnsent: boolean;

  constructor(message: string, isUnsent: boolean, cause: unknown) {
    super(message, { cause });
    this.isUnsent = isUnsent;
  }
}

/** A header's value, its lines joined. Empty where it was not sent. */
export function headerText(headers: TransportResponse["headers"], name: string): string {
  const value = headers[name];
  if (value === undefined) return "";
  return typeof value === "string" ? value : value.join(", ");
}
