import { createSecureServer } from "node:http2";
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse, ServerHttp2Session } from "node:http2";
import { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Answer, Handler, HTTPRequest } from "./exchange.js";
import { answerHTTP1, requestOfHTTP1 } from "./http1.js";
import { answerHTTP2, requestOfHTTP2 } from "./http2.js";
import { parseTarget } from "./uri.js";

export interface ListenerOptions {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
  /** PEM of the authority whose client certificates are trusted. */
  readonly clientCA?: string;
  readonly bindAddress: string;
  /** 0 is any free port. */
  readonly port: number;
}

/** A serving socket: HTTP/2 and HTTP/1.1 over TLS on one port. */
export class Listener {
  readonly #server: Http2SecureServer;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();

  private constructor(server: Http2SecureServer) {
    this.#server = server;
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
    });
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Listens, and answers with `handler`, which must not throw. @throws Error where the address is taken or not ours */
  static async listen(options: ListenerOptions, handler: Handler): Promise<Listener> {
    const server = createSecureServer({
      allowHTTP1: true,
      cert: options.certificate,
      key: options.key,
      ...(options.clientCA === undefined ? {} : { ca: options.clientCA }),
      // A client may come without one: who it is, is authentication's business.
      requestCert: options.clientCA !== undefined,
      rejectUnauthorized: false,
      minVersion: "TLSv1.2",
    });
    serveHTTP1(server, handler);
    // Node's compatibility layer, which the listener for HTTP/1.1 has brought in, would make objects for every HTTP/2 stream too.
    server.removeAllListeners("stream");
    serveHTTP2(server, handler);
    const listener = new Listener(server);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(options.port, options.bindAddress, () => {
        server.off("error", reject);
        resolve();
      });
    });
    return listener;
  }

  /** The port that is listened on. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes no more connections, nor requests on open ones. Resolves when those that there are have ended. */
  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    for (const session of this.#sessions) session.close();
    return closed;
  }

  /** Ends what is still open. */
  cut(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }
}

function serveHTTP2(server: Http2SecureServer, handler: Handler): void {
  server.on("stream", (stream, headers) => {
    // A client that goes away is not an error of the server's.
    stream.on("error", () => undefined);
    const target = parseTarget(headers[":path"] ?? "");
    if (target === undefined) {
      stream.respond({ ":status": 400 }, { endStream: true });
      return;
    }
    if (headers.expect === "100-continue") stream.additionalHeaders({ ":status": 100 });
    const request = requestOfHTTP2(stream, headers, target);
    const send = (answer: Answer) => {
      answerHTTP2(stream, answer, request.method === "HEAD");
    };
    void answerWith(handler, request, send, () => stream.destroy());
  });
}

function serveHTTP1(server: Http2SecureServer, handler: Handler): void {
  server.on("request", (request, reply) => {
    request.on("error", () => undefined);
    const message = request as Http2ServerRequest | IncomingMessage;
    const response = reply as Http2ServerResponse | ServerResponse;
    if (message instanceof IncomingMessage && response instanceof ServerResponse) serveMessage(message, response, handler);
  });
}

function serveMessage(message: IncomingMessage, response: ServerResponse, handler: Handler): void {
  response.on("error", () => undefined);
  const target = parseTarget(message.url ?? "");
  if (target === undefined) {
    response.writeHead(400, { connection: "close" }).end();
    return;
  }
  const request = requestOfHTTP1(message, target);
  const send = (answer: Answer) => {
    answerHTTP1(response, answer, request.method === "HEAD");
  };
  void answerWith(handler, request, send, () => response.destroy());
}

/** An answer that can't be sent cuts off its request, and nobody else's. */
async function answerWith(handler: Handler, request: HTTPRequest, send: (answer: Answer) => void, cut: () => void): Promise<void> {
  try {
    send(await handler(request));
  } catch {
    cut();
  }
}
