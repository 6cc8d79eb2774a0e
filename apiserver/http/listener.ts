import { createSecureServer } from "node:http2";
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse, IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHTTPSServer } from "node:https";
import type { Server as HTTPSServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions, TlsOptions } from "node:tls";
import { jsonText } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import type { Answer, Handler, HTTPRequest } from "./exchange.js";
import { BrokenRequests } from "./broken-requests.js";
import { answerHTTP1, requestOfHTTP1 } from "./http1.js";
import { answerHTTP2, requestOfHTTP2 } from "./http2.js";
import { closeWhenIdle } from "./idle-session.js";
import { peerOf } from "./peer.js";
import { refusePlainHTTP } from "./plain-http.js";
import { protocolFault } from "./protocol-fault.js";
import { secureContexts } from "./tls-material.js";
import type { SecureContexts, TLSMaterial, TLSSettings } from "./tls-material.js";
import { parseTarget } from "./uri.js";
import { serveUpgrade } from "./websocket.js";

export interface ListenerOptions {
  readonly tls: TLSMaterial;
  readonly settings?: TLSSettings;
  readonly bindAddress: string;
  /** 0 is any free port. */
  readonly port: number;
  /** HTTP/1.1 only. */
  readonly disablesHTTP2?: boolean;
  /** How many requests an HTTP/2 connection may have at once; Node's own limit if 0 or absent. */
  readonly maxStreams?: number;
}

/** What the system says where an address can't be had. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use (--secure-port=0 takes any free port)",
  EADDRNOTAVAIL: "this machine does not have the address",
  EACCES: "permission denied; ports below 1024 take a privilege",
};

/** The most that a request's headers may have, in bytes: Go's http.DefaultMaxHeaderBytes. */
const maxHeaderBytes = 1024 * 1024;
/** How many headers a request may have. */
const maxHeaders = 2000;
/** How long a connection is kept that nothing is asked for over, and how long handshakes and headers may take to come, in milliseconds: as Kubernetes. */
const idleTimeout = 90_000;
const headersTimeout = 32_000;
/** How long a connection may be silent before it is asked whether its other end is still there, in milliseconds. */
const keepAliveDelay = 180_000;

type Server = Http2SecureServer | HTTPSServer;

/** A serving socket: HTTP/2 and HTTP/1.1 over TLS on one port. */
export class Listener {
  readonly #server: Server;
  readonly #settings: TLSSettings;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();
  /** Those that have not come to TLS, by their other ends. Their handshakes are held under whose clients were trusted when they began. */
  readonly #handshaking = new Map<string, Socket>();
  #contexts: SecureContexts;
  /** Whose clients are trusted, and by how many others before: connections know which of them let them in. */
  #clientCA: string;
  #authorities = 0;
  readonly #letInBy = new WeakMap<object, number>();

  private constructor(options: ListenerOptions) {
    this.#settings = options.settings ?? { minVersion: "TLSv1.2" };
    this.#contexts = secureContexts(options.tls, this.#settings);
    this.#clientCA = options.tls.clientCA;
    this.#server = createServer(options, this.#contexts.options, (host, done) => {
      done(null, this.#contexts.find(host));
    });
    this.#server.on("session", (session: ServerHttp2Session) => {
      this.#sessions.add(session);
      peerOf(session.socket);
      closeWhenIdle(session, idleTimeout);
      session.once("close", () => this.#sessions.delete(session));
    });
    // Before Node's own listeners, which bring the first request.
    this.#server.prependListener("secureConnection", (socket: Socket) => {
      peerOf(socket);
      this.#handshaking.delete(otherEndOf(socket));
      this.#letInBy.set(socket, this.#authorities);
    });
    this.#server.on("connection", (socket: Socket) => {
      const otherEnd = otherEndOf(socket);
      this.#sockets.add(socket);
      this.#handshaking.set(otherEnd, socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        if (this.#handshaking.get(otherEnd) === socket) this.#handshaking.delete(otherEnd);
      });
    });
  }

  /**
   * Listens, and answers with `handler`, which must not throw. @param onHandshakeError told of each connection that did not come to TLS
   * @throws Error where the address is taken or not ours
   */
  static async listen(options: ListenerOptions, handler: Handler, onHandshakeError: () => void = () => undefined): Promise<Listener> {
    const listener = new Listener(options);
    const server = listener.#server;
    server.on("tlsClientError", onHandshakeError);
    serveHTTP1(server, handler, (socket) => listener.#letInBy.get(socket) !== listener.#authorities);
    // Node's compatibility layer, which the listener for HTTP/1.1 has brought in, would make objects for every HTTP/2 stream too.
    server.removeAllListeners("stream");
    serveHTTP2(server, handler);
    server.on("upgrade", (message: IncomingMessage, socket: Duplex, head: Buffer) => void serveUpgrade(message, socket, head, handler));
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => {
        reject(new Error(`failed to listen on ${options.bindAddress}:${options.port}: ${reasons[error.code ?? ""] ?? error.message}`, { cause: error }));
      });
      server.listen(options.port, options.bindAddress, () => {
        server.removeAllListeners("error");
        resolve();
      });
    });
    return listener;
  }

  /**
   * Shows other certificates to who connects from now on. Where other clients are trusted, those that there are connect anew when they have been
   * answered, so that nobody stays who would not be let in. @throws Error for a pair that does not fit together; the old ones stay
   */
  renew(tls: TLSMaterial): void {
    const contexts = secureContexts(tls, this.#settings);
    this.#server.setSecureContext(contexts.options);
    this.#contexts = contexts;
    if (tls.clientCA === this.#clientCA) return;
    this.#clientCA = tls.clientCA;
    this.#authorities++;
    for (const socket of this.#handshaking.values()) socket.destroy();
    for (const session of this.#sessions) session.close();
    if (closesIdle(this.#server)) this.#server.closeIdleConnections();
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

function createServer({ tls, disablesHTTP2, maxStreams = 0 }: ListenerOptions, context: SecureContextOptions, SNICallback: TlsOptions["SNICallback"]): Server {
  const options = {
    ...context,
    ...(SNICallback && { SNICallback }),
    // A client may come without a certificate: who it is, is authentication's business.
    requestCert: tls.clientCA !== "",
    rejectUnauthorized: false,
    handshakeTimeout: headersTimeout,
    // Who vanishes without a word, in the middle of a watch perhaps, is found out.
    keepAlive: true,
    keepAliveInitialDelay: keepAliveDelay,
  };
  const settings = { maxHeaderListSize: maxHeaderBytes, ...(maxStreams === 0 ? {} : { maxConcurrentStreams: maxStreams }) };
  const server = disablesHTTP2 === true ? createHTTPSServer(options) : createSecureServer({ ...options, allowHTTP1: true, settings, maxHeaderListPairs: maxHeaders });
  // Where it speaks both, the server has these of HTTP/1.1 too, though its type does not say so.
  Object.assign(server, { maxHeaderSize: maxHeaderBytes, maxHeadersCount: maxHeaders, keepAliveTimeout: idleTimeout, headersTimeout });
  refusePlainHTTP(server);
  return server;
}

/** The same of a socket and of what speaks TLS over it. */
function otherEndOf({ remoteAddress = "", remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Node's server of both versions does too, though its type does not say so. */
function closesIdle(server: Server): server is Server & { closeIdleConnections(): void } {
  return "closeIdleConnections" in server;
}

/** A request that says no path, or one with a broken escape. */
const badTarget: Answer = {
  status: 400,
  headers: { "content-type": "application/json" },
  body: `${jsonText(newBadRequest("the request's target is no path, or has a broken escape").status)}\n`,
};

/** `OPTIONS *` asks nothing but whether the server is there (RFC 9110, section 9.3.7). */
function withoutTarget(method = "", target = ""): Answer {
  return method === "OPTIONS" && target === "*" ? { status: 200, headers: {}, body: "" } : badTarget;
}

function serveHTTP2(server: Server, handler: Handler): void {
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    // A client that goes away is not an error of the server's.
    stream.on("error", () => undefined);
    const target = parseTarget(headers[":path"] ?? "");
    if (target === undefined) {
      answerHTTP2(stream, withoutTarget(headers[":method"], headers[":path"]), headers[":method"] === "HEAD");
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

/** @param isOutdated whether a connection must not be kept */
function serveHTTP1(server: Server, handler: Handler, isOutdated: (socket: object) => boolean): void {
  const broken = new BrokenRequests();
  server.on("clientError", (error: Error, socket: Duplex) => {
    broken.refuse(error, socket);
  });
  server.on("request", (request: Http2ServerRequest | IncomingMessage, reply: Http2ServerResponse | ServerResponse) => {
    request.on("error", () => undefined);
    const message = request;
    const response = reply;
    if (message instanceof IncomingMessage && response instanceof ServerResponse) {
      broken.began(response);
      if (isOutdated(message.socket)) response.shouldKeepAlive = false;
      serveMessage(message, response, handler);
    }
  });
}

function serveMessage(message: IncomingMessage, response: ServerResponse, handler: Handler): void {
  response.on("error", () => undefined);
  const fault = protocolFault(message);
  if (fault !== undefined) {
    answerHTTP1(response, fault, message.method === "HEAD");
    return;
  }
  const target = parseTarget(message.url ?? "");
  if (target === undefined) {
    answerHTTP1(response, withoutTarget(message.method, message.url), message.method === "HEAD");
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
