import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { flags, frame, frameHead, frameTypes, preface, windowUpdate } from "./frames.js";

/** A request that the benchmark sends many times. */
export interface PreparedRequest {
  readonly headers: Buffer;
  readonly body?: Buffer;
  /** Called with the bytes of the response body. */
  readonly onData?: (chunk: Buffer) => void;
}

/** Callbacks for the response on one HTTP/2 stream. */
export interface Receiver {
  data(chunk: Buffer): void;
  /**
   * Called at the end of the stream.
   * @param failed true if the server reset the stream or the connection is closed
   */
  end(failed: boolean): void;
}

/** Number of received bytes after which the client enlarges the flow-control window. */
const renewal = 1 << 30;

/**
 * HTTP/2 client connection for load tests. It uses a fraction of the CPU time of `node:http2`,
 * because it parses only frame headers and writes all requests of one event-loop turn together.
 * With a slower client, the benchmark would measure the client.
 */
export class Connection {
  readonly #socket: TLSSocket;
  readonly #receivers = new Map<number, Receiver>();
  #nextStream = 1;
  #outgoing: Buffer[] = [];
  #pending: Buffer = Buffer.alloc(0);
  #received = 0;
  /**
   * Number of bytes that the server currently accepts. Request bodies wait in `#blocked` until the
   * server accepts more.
   */
  #window = 65_535;
  readonly #blocked: { readonly stream: number; readonly body: Buffer }[] = [];

  private constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#onData(chunk);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const receiver of this.#receivers.values()) receiver.end(true);
      this.#receivers.clear();
    });
    socket.write(preface());
  }

  static open(options: ConnectionOptions): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ ...options, ALPNProtocols: ["h2"] }, () => {
        socket.off("error", reject);
        resolve(new Connection(socket));
      });
      socket.setNoDelay(true);
      socket.once("error", reject);
    });
  }

  /** Queues a request for the next `flush`. */
  send({ headers, body }: PreparedRequest, receiver: Receiver): void {
    const stream = this.#nextStream;
    this.#nextStream += 2;
    this.#receivers.set(stream, receiver);
    this.#outgoing.push(
      frame(frameTypes.headers, flags.endHeaders | (body === undefined ? flags.endStream : 0), stream, headers),
    );
    if (body === undefined) return;
    this.#blocked.push({ stream, body });
    this.#sendBodies();
  }

  flush(): void {
    if (this.#outgoing.length === 0) return;
    this.#socket.write(this.#outgoing.length === 1 ? (this.#outgoing[0] as Buffer) : Buffer.concat(this.#outgoing));
    this.#outgoing = [];
  }

  close(): void {
    this.#socket.destroy();
  }

  #sendBodies(): void {
    for (let next = this.#blocked[0]; next !== undefined && next.body.length <= this.#window; next = this.#blocked[0]) {
      this.#window -= next.body.length;
      this.#outgoing.push(frame(frameTypes.data, flags.endStream, next.stream, next.body));
      this.#blocked.shift();
    }
  }

  #onData(chunk: Buffer): void {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    let at = 0;
    while (bytes.length - at >= frameHead) {
      const length = bytes.readUIntBE(at, 3);
      if (bytes.length - at < frameHead + length) break;
      this.#onFrame(
        bytes[at + 3] as number,
        bytes[at + 4] as number,
        bytes.readUInt32BE(at + 5) & 0x7fff_ffff,
        bytes.subarray(at + frameHead, at + frameHead + length),
      );
      at += frameHead + length;
    }
    this.#pending = at === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
    this.flush();
  }

  #onFrame(type: number, flag: number, stream: number, payload: Buffer): void {
    if (type === frameTypes.data) {
      this.#receivers.get(stream)?.data(payload);
      this.#received += payload.length;
      if (this.#received > renewal) {
        this.#outgoing.push(windowUpdate(this.#received));
        this.#received = 0;
      }
    } else if (type === frameTypes.settings && (flag & flags.acknowledge) === 0) {
      this.#outgoing.push(frame(frameTypes.settings, flags.acknowledge, 0, Buffer.alloc(0)));
    } else if (type === frameTypes.ping && (flag & flags.acknowledge) === 0) {
      this.#outgoing.push(frame(frameTypes.ping, flags.acknowledge, 0, payload));
    } else if (type === frameTypes.windowUpdate && stream === 0) {
      this.#window += payload.readUInt32BE(0);
      this.#sendBodies();
    } else if (type === frameTypes.goAway) {
      this.#socket.destroy();
    }
    const isReset = type === frameTypes.reset;
    if (isReset || ((type === frameTypes.data || type === frameTypes.headers) && (flag & flags.endStream) !== 0)) {
      const receiver = this.#receivers.get(stream);
      this.#receivers.delete(stream);
      receiver?.end(isReset);
    }
  }
}
