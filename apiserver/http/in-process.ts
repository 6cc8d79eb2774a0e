import { setMaxListeners } from "node:events";
import { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "@apimachinery/client";
import { newRequestEntityTooLarge } from "../errors/index.js";
import type { Response, ResponseBody, Handler, HTTPRequest, Sink } from "./types.js";
import { parseTarget } from "./messages.js";

/**
 * Transport that passes the requests of a client to a handler in the same process, without sockets.
 */
export class InProcessTransport implements Transport {
  #handler: Handler | undefined;
  readonly #closed = new AbortController();

  constructor() {
    // Each body that is being read adds a listener to the signal, so Node's warning about many
    // listeners is disabled.
    setMaxListeners(0, this.#closed.signal);
  }

  serve(handler: Handler): void {
    this.#handler = handler;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const handler = this.#handler;
    if (handler === undefined || this.#closed.signal.aborted)
      throw new ConnectionError("the server of this process is not serving", true, undefined);
    const response = await abortable(handler(requestOf(request)), request.signal);
    return {
      status: response.status,
      headers: response.headers,
      body: chunksOf(response.body, [request.signal, this.#closed.signal]),
    };
  }

  close(): Promise<void> {
    this.#closed.abort(new Error("the client was closed"));
    return Promise.resolve();
  }
}

function requestOf({ method, path, headers, body = "" }: TransportRequest): HTTPRequest {
  const target = parseTarget(path);
  if (target === undefined) throw new Error(`${JSON.stringify(path)} is not a path`);
  const bytes = typeof body === "string" ? Buffer.from(body, "utf8") : Buffer.from(body);
  return {
    method,
    uri: path,
    ...target,
    header: (name) => {
      const value = headers[name];
      return value === undefined || typeof value === "string" ? value : value.join(", ");
    },
    headerLines: (name) => [headers[name] ?? []].flat(),
    headerNames: () => Object.keys(headers),
    readBody: (limit) =>
      bytes.length > limit ? Promise.reject(newRequestEntityTooLarge(`limit is ${limit}`)) : Promise.resolve(bytes),
    peer: { certificate: undefined },
  };
}

/**
 * Waits for the response. If the signal is aborted first, throws its reason. The body of a response
 * that arrives later is never opened.
 */
async function abortable(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    response.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", onAbort);
    });
  });
}

async function* chunksOf(body: ResponseBody, signals: readonly AbortSignal[]): AsyncGenerator<Uint8Array> {
  if (typeof body === "string") yield Buffer.from(body, "utf8");
  else if (Buffer.isBuffer(body)) yield body;
  else yield* new StreamedBody(signals).read(body);
}

/**
 * Maximum number of pieces that may wait for the reader. If this number is reached, the writer is
 * paused.
 */
const highWater = 64;

/**
 * A pipe from a handler to a reader. The handler writes its body in pieces. The reader reads at its
 * own pace.
 */
class StreamedBody {
  /** An abort of any of these signals ends the body. */
  readonly #signals: readonly AbortSignal[];
  readonly #gone = new AbortController();
  #chunks: Uint8Array[] = [];
  #hasEnded = false;
  #wake: () => void = () => undefined;
  #onDrain: (() => void) | undefined;

  constructor(signals: readonly AbortSignal[]) {
    this.#signals = signals;
  }

  async *read(write: (sink: Sink) => void): AsyncGenerator<Uint8Array> {
    const onAbort = () => {
      this.#gone.abort();
      this.#wake();
    };
    for (const signal of this.#signals) signal.addEventListener("abort", onAbort, { once: true });
    try {
      write(this.#sink());
      for (;;) {
        for (const signal of this.#signals) signal.throwIfAborted();
        const chunks = this.#chunks;
        this.#chunks = [];
        const drained = this.#onDrain;
        this.#onDrain = undefined;
        drained?.();
        if (chunks.length > 0) yield chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
        else if (this.#hasEnded) return;
        else await this.#more();
      }
    } finally {
      for (const signal of this.#signals) signal.removeEventListener("abort", onAbort);
      this.#gone.abort();
    }
  }

  async #more(): Promise<void> {
    if (this.#chunks.length > 0 || this.#hasEnded || this.#signals.some(({ aborted }) => aborted)) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #sink(): Sink {
    return {
      write: (chunk) => {
        this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk, "utf8") : chunk);
        this.#wake();
        return this.#chunks.length < highWater;
      },
      onDrain: (then) => {
        this.#onDrain = then;
        this.#wake();
      },
      end: () => {
        this.#hasEnded = true;
        this.#wake();
      },
      stop: () => {
        this.#gone.abort();
      },
      closed: this.#gone.signal,
    };
  }
}
