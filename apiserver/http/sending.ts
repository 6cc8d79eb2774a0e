import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import type { ClientConnection } from "./connection.js";
import type { Sink } from "./types.js";

/**
 * Size of the pieces in which large bodies are written, in bytes. The deadline restarts with each
 * piece that the client accepts.
 */
const pieceBytes = 32 * 1024;

const nothing = Buffer.alloc(0);

/**
 * Sends one response over HTTP/1.1 or HTTP/2. Applies a deadline, and reports the end of the
 * response.
 */
export class Sending implements Sink {
  readonly connection: ClientConnection;
  readonly #target: ServerResponse | ServerHttp2Stream;
  readonly #timeout: number;
  readonly #cut: () => void;
  /** Aborted when the client disconnects; undefined unless the response is a stream. */
  #closed: AbortController | undefined;
  readonly #callbacks: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  /**
   * A large body that is written in pieces. The whole buffer is kept until its end: other responses
   * can share the buffer as long as it is in memory.
   */
  #body: Buffer = nothing;
  /** Number of bytes of the body that were written. */
  #written = 0;
  #isSettled = false;
  #isStopped = false;

  /**
   * @param cut callback that ends the response. It is called when the client has accepted no bytes
   * for the timeout `response` of the connection
   */
  constructor(target: ServerResponse | ServerHttp2Stream, connection: ClientConnection, cut: () => void) {
    this.connection = connection;
    this.#target = target;
    this.#timeout = connection.timeouts.response;
    this.#cut = cut;
    connection.begin(this);
    const settle = () => {
      this.settle();
    };
    target.once("close", settle);
    // Node emits no `close` event for a pipelined HTTP/1.1 response whose connection is closed. The
    // end of such a response is reported by `finish`.
    if ("writeHead" in target) target.once("finish", settle);
    if (target.destroyed) this.settle();
  }

  /**
   * Calls `then` when the response was sent or the client has disconnected. If this has already
   * happened, calls `then` immediately.
   */
  afterwards(then: () => void): void {
    if (this.#isSettled) then();
    else this.#callbacks.push(then);
  }

  /**
   * Sends the body of a response; undefined for an empty body. The headers must have been written.
   */
  send(body: string | Buffer | undefined): void {
    this.#expectProgress();
    // Together with a string, Node would encode the headers of HTTP/1.1 as UTF-8, too. Their bytes
    // are those of Latin-1.
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    if (bytes === undefined) this.#target.end();
    else if (bytes.length <= pieceBytes) this.#target.end(bytes);
    else this.#sendPieces(bytes);
  }

  /** Starts the deadline of a response without a body. */
  expectEnd(): void {
    this.#expectProgress();
  }

  /**
   * Returns the sink of a stream, which is this object. The deadline starts at the end of the
   * stream, because a watch can send nothing for a long time.
   */
  sink(): Sink {
    this.#closed ??= new AbortController();
    if (this.#isSettled || this.#isStopped) this.#closed.abort();
    return this;
  }

  get stream(): ServerResponse | ServerHttp2Stream {
    return this.#target;
  }

  write(chunk: string | Buffer): boolean {
    return this.#target.write(chunk);
  }

  onDrain(then: () => void): void {
    this.#target.once("drain", then);
  }

  end(): void {
    this.send(undefined);
  }

  get closed(): AbortSignal {
    return (this.#closed ??= new AbortController()).signal;
  }

  /** Ends a stream without an error. Has no effect if the response is not a stream. */
  stop(): void {
    this.#isStopped = true;
    this.#closed?.abort();
  }

  /** Ends the response as incomplete, because its writer has failed. */
  cut(): void {
    if ("writeHead" in this.#target) this.#cut();
    else this.#target.destroy(new Error("the writer of the response has failed"));
  }

  drain(): void {
    this.#target.emit("drain");
  }

  /** Ends the response: stops its timer, and calls all callbacks that wait for its end. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#body = nothing;
    this.connection.end(this);
    this.stop();
    for (const then of this.#callbacks) then();
  }

  #sendPieces(bytes: Buffer): void {
    this.#body = bytes;
    const next = () => {
      this.#timer?.refresh();
      while (this.#body.length - this.#written > pieceBytes) {
        const piece = this.#body.subarray(this.#written, this.#written + pieceBytes);
        this.#written += pieceBytes;
        if (!this.#target.write(piece)) {
          this.#target.once("drain", next);
          return;
        }
      }
      if (!this.#isSettled) this.#target.end(this.#body.subarray(this.#written));
    };
    next();
  }

  #expectProgress(): void {
    if (this.#isSettled || this.#timer !== undefined) return;
    const target = this.#target;
    const expire = () => {
      // A pipelined response waits for the previous response. During this time, only the deadline
      // of the previous response applies.
      const isWaiting = "writeHead" in target && target.socket === null && !target.destroyed;
      if (isWaiting) this.#timer?.refresh();
      else this.#cut();
    };
    this.#timer = setTimeout(expire, this.#timeout).unref();
  }
}
