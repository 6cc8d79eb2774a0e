import { readFileSync } from "node:fs";
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import { request } from "node:https";
import { join } from "node:path";
import { connect as connectTLS, type TLSSocket } from "node:tls";
import type { PizzaServer } from "./pizza-server.js";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Received chunks in the order of their arrival. */
  readonly chunks: readonly string[];
  readonly text: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Reads the administrator's certificate and key, and the certificate of the server's authority. */
export function credentials({ dataDir }: PizzaServer): {
  readonly ca: Buffer;
  readonly cert: Buffer;
  readonly key: Buffer;
} {
  const file = (name: string) => readFileSync(join(dataDir, name));
  return { ca: file("ca.crt"), cert: file("admin.crt"), key: file("admin.key") };
}

export function overHTTP1(
  server: PizzaServer,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...credentials(server),
        host: "127.0.0.1",
        port: server.port,
        path,
        method,
        headers: { ...headers },
        agent: false,
      },
      (response) => {
        const chunks: string[] = [];
        response.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, chunks, text: chunks.join("") });
        });
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

export function openHTTP2(server: PizzaServer): ClientHttp2Session {
  return connect(`https://127.0.0.1:${server.port}`, credentials(server));
}

export function overHTTP2(
  session: ClientHttp2Session,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":path": path, ":method": method, ...headers }, { endStream: body === undefined });
    let received: IncomingHttpHeaders = {};
    const chunks: string[] = [];
    stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
    stream.on("response", (given) => (received = given));
    stream.on("error", reject);
    stream.on("end", () => {
      resolve({ status: Number(received[":status"]), headers: received, chunks, text: chunks.join("") });
    });
    if (body !== undefined) stream.end(body);
  });
}

/** HTTP/1.1 connection over TLS that sends and receives raw bytes. */
export class Wire {
  readonly #socket: TLSSocket;
  #received = "";
  readonly #waiting = new Set<() => void>();
  #closed = false;

  constructor(server: PizzaServer) {
    this.#socket = connectTLS({
      ...credentials(server),
      host: "127.0.0.1",
      port: server.port,
      ALPNProtocols: ["http/1.1"],
    });
    this.#socket.setEncoding("utf8").on("data", (text: string) => {
      this.#received += text;
      this.#notice();
    });
    this.#socket
      .on("error", () => undefined)
      .on("close", () => {
        this.#closed = true;
        this.#notice();
      });
  }

  get received(): string {
    return this.#received;
  }

  send(...lines: readonly string[]): void {
    this.#socket.write(lines.join("\r\n"));
  }

  /**
   * Waits until the received text matches, and returns the text.
   * @throws Error if the connection ends first
   */
  async until(wanted: RegExp): Promise<string> {
    await this.#when(() => wanted.test(this.#received) || this.#closed);
    if (!wanted.test(this.#received)) throw new Error(`closed without ${String(wanted)}:\n${this.#received}`);
    return this.#received;
  }

  closed(): Promise<void> {
    return this.#when(() => this.#closed);
  }

  end(): void {
    this.#socket.destroy();
  }

  #when(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  #notice(): void {
    for (const look of [...this.#waiting]) look();
  }
}
