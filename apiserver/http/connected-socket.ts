/** A websocket for a handler. */
export interface ConnectedSocket {
  /** Subprotocol of the connection; empty if none was chosen. */
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
 * The used part of a websocket of the library ws. The library has no types, and its users need not
 * install those of @types/ws.
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

/** Maximum number of messages that wait for the handler. At this number, no more are read. */
const highWater = 16;

/** Returns a websocket of the library for a handler. */
export function connectedSocket(peer: Peer): ConnectedSocket {
  const waiting: (string | Buffer)[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;
  // The library delivers binary messages as one Buffer, its default.
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
        // An error means that the client is gone, which ends the messages.
        peer.send(message, { binary: typeof message !== "string" }, () => {
          resolve();
        });
      }),
    close: (code = 1000, reason = "") => {
      peer.close(code, reason);
    },
  };
}
