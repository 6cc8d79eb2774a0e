/** A websocket as a handler uses it. */
export interface ConnectedSocket {
  /** Subprotocol of the connection; empty if the handler has chosen none. */
  readonly protocol: string;
  /** Returns the messages of the client until it closes the websocket. Can be called once. */
  messages(): AsyncIterable<string | Buffer>;
  /**
   * Sends a message. The promise resolves when the system has accepted it, so a handler that waits
   * does not write faster than the client reads.
   */
  send(message: string | Buffer): Promise<void>;
  /** Closes the websocket. Default: the code 1000, which reports no error. */
  close(code?: number, reason?: string): void;
}

/**
 * The members of a websocket of the library ws that this file uses. The library contains no type
 * declarations, and users of this package need not install @types/ws.
 */
interface Peer {
  readonly protocol: string;
  readonly isPaused: boolean;
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown;
  once(event: "close", listener: () => void): unknown;
  pause(): void;
  resume(): void;
  send(message: string | Buffer, options: { readonly binary: boolean }, sent: () => void): void;
  close(code: number, reason: string): void;
}

/**
 * Maximum number of messages that wait for the handler. If this number is reached, reading from the
 * socket is paused.
 */
const highWater = 16;

/** Returns a websocket of the library for a handler. */
export function connectedSocket(peer: Peer): ConnectedSocket {
  const waiting: (string | Buffer)[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;
  // `data` is a single Buffer, because that is the default of the library (`binaryType`).
  peer.on("message", (data: Buffer, isBinary: boolean) => {
    waiting.push(isBinary ? data : data.toString("utf8"));
    if (waiting.length >= highWater) peer.pause();
    wake();
  });
  peer.once("close", () => {
    isClosed = true;
    wake();
  });
  return {
    protocol: peer.protocol,
    async *messages() {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) {
          if (peer.isPaused) peer.resume();
          yield message;
        } else if (isClosed) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    send: (message) =>
      new Promise((resolve) => {
        // An error means that the client has disconnected. In this case the iteration of the
        // messages also ends.
        peer.send(message, { binary: typeof message !== "string" }, () => {
          resolve();
        });
      }),
    close: (code = 1000, reason = "") => {
      peer.close(code, reason);
    },
  };
}
