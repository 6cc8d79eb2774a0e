import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHTTPSServer, type Server as HTTPSServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions, TlsOptions } from "node:tls";
import { jsonText } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { BrokenRequests } from "./broken-requests.js";
import type { Connection } from "./connection.js";
import { Connections } from "./connections.js";
import type { Response, Handler, HTTPRequest } from "./types.js";
import { headerBytes, headerSizeFault } from "./header-size.js";
import { writeHTTP1, requestOfHTTP1 } from "./http1.js";
import { writeHTTP2, cancelHTTP2, requestOfHTTP2 } from "./http2.js";
import { isLingering } from "./linger.js";
import { refusePlainHTTP } from "./plain-http.js";
import { protocolFault } from "./protocol-fault.js";
import { requestLimits } from "./request-limits.js";
import { Sending } from "./sending.js";
import { defaultTimeouts, type ConnectionTimeouts } from "./timeouts.js";
import { secureContexts, type SecureContexts, type TLSMaterial, type TLSSettings } from "./tls-material.js";
import { parseTarget } from "./messages.js";
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
  /** Kubernetes' own if absent. */
  readonly timeouts?: Partial<ConnectionTimeouts>;
}

/** What the system says where an address can't be had. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use (--secure-port=0 takes any free port)",
  EADDRNOTAVAIL: "this machine does not have the address",
  EACCES: "permission denied; ports below 1024 take a privilege",
};

/**
 * How long a connection may be silent before it is asked whether its other end is still there, in
 * milliseconds.
 */
const keepAliveDelay = 180_000;

type Server = Http2SecureServer | HTTPSServer;

/** A serving socket: HTTP/2 and HTTP/1.1 over TLS on one port. */
export class Listener {
  readonly #server: Server;
  readonly #settings: TLSSettings;
  readonly #connections: Connections;
  readonly #timeouts: ConnectionTimeouts;
  #contexts: SecureContexts;
  #clientCA: string;

  private constructor(options: ListenerOptions) {
    this.#settings = options.settings ?? { minVersion: "TLSv1.2" };
    this.#contexts = secureContexts(options.tls, this.#settings);
    this.#clientCA = options.tls.clientCA;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#server = createServer(options, this.#timeouts, this.#contexts.options, (host, done) => {
      done(null, this.#contexts.find(host));
    });
    this.#connections = new Connections(this.#server, this.#timeouts);
  }

  /**
   * Listens, and answers with `handler`, which must not throw. @param onHandshakeError told of each
   * connection that did not come to TLS
   * @throws Error where the address is taken or not ours
   */
  static async listen(
    options: ListenerOptions,
    handler: Handler,
    onHandshakeError: () => void = () => undefined,
  ): Promise<Listener> {
    const listener = new Listener(options);
    const server = listener.#server;
    const connections = listener.#connections;
    server.on("tlsClientError", onHandshakeError);
    serveHTTP1(server, handler, connections, listener.#timeouts);
    // Node's compatibility layer, which the listener for HTTP/1.1 has brought in, would make
    // objects for every HTTP/2 stream too.
    server.removeAllListeners("stream");
    serveHTTP2(server, handler, connections);
    server.on("upgrade", (message: IncomingMessage, socket: Duplex, head: Buffer) => {
      const connection = connections.of(socket);
      if (connection === undefined) socket.destroy();
      else void serveUpgrade(message, socket, head, connection, handler);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => {
        reject(
          new Error(
            `failed to listen on ${options.bindAddress}:${options.port}: ${reasons[error.code ?? ""] ?? error.message}`,
            { cause: error },
          ),
        );
      });
      server.listen(options.port, options.bindAddress, () => {
        server.removeAllListeners("error");
        resolve();
      });
    });
    return listener;
  }

  /**
   * Shows other certificates to clients that connect from now on. Where other authorities are
   * trusted, only connections with a certificate of one that stays are kept. The others serve no
   * more requests than those in progress; with a certificate of an authority that is gone, watches
   * end too. @throws Error for a pair that does not fit together; the old ones stay
   */
  renew(tls: TLSMaterial): void {
    const contexts = secureContexts(tls, this.#settings);
    this.#server.setSecureContext(contexts.options);
    this.#contexts = contexts;
    if (tls.clientCA === this.#clientCA) return;
    this.#clientCA = tls.clientCA;
    this.#connections.reconsider(tls.clientCA);
  }

  /** The port that is listened on. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Takes no more connections, nor requests on open ones. Resolves when those that there are have
   * ended.
   */
  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    this.#connections.closeSessions();
    return closed;
  }

  /** Ends what is still open. */
  destroyConnections(): void {
    this.#connections.destroy();
  }
}

function createServer(
  { tls, disablesHTTP2, maxStreams = 0 }: ListenerOptions,
  { headers, idle, check, ...others }: ConnectionTimeouts,
  context: SecureContextOptions,
  SNICallback: TlsOptions["SNICallback"],
): Server {
  const options = {
    ...context,
    ...(SNICallback && { SNICallback }),
    // A client may come without a certificate: who it is, is authentication's business.
    requestCert: tls.clientCA !== "",
    rejectUnauthorized: false,
    handshakeTimeout: headers,
    // Who vanishes without a word, in the middle of a watch perhaps, is found out.
    keepAlive: true,
    // The pieces of a large response do not wait for acknowledgements of the ones before. Go's
    // default.
    noDelay: true,
    keepAliveInitialDelay: keepAliveDelay,
  };
  const settings = {
    maxHeaderListSize: requestLimits.headerBytes,
    ...(maxStreams === 0 ? {} : { maxConcurrentStreams: maxStreams }),
  };
  const server =
    disablesHTTP2 === true
      ? createHTTPSServer(options)
      : createSecureServer({ ...options, allowHTTP1: true, settings, maxHeaderListPairs: requestLimits.headers });
  // Where it speaks both, the server has these of HTTP/1.1 too, though its type does not say so.
  Object.assign(server, { maxHeaderSize: requestLimits.parsedBytes, maxHeadersCount: requestLimits.headers });
  Object.assign(server, { keepAliveTimeout: idle, headersTimeout: headers, connectionsCheckingInterval: check });
  refusePlainHTTP(server, { headers, ...others });
  return server;
}

/** A request that says no path, or one with a broken escape. */
const badTarget: Response = {
  status: 400,
  headers: { "content-type": "application/json" },
  body: `${jsonText(newBadRequest("the request's target is no path, or has a broken escape").status)}\n`,
};

/** `OPTIONS *` asks nothing but whether the server is there (RFC 9110, section 9.3.7). */
function withoutTarget(method = "", target = ""): Response {
  return method === "OPTIONS" && target === "*" ? { status: 200, headers: {}, body: "" } : badTarget;
}

function serveHTTP2(server: Server, handler: Handler, connections: Connections): void {
  server.on(
    "stream",
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: readonly string[]) => {
      // A client that goes away is not an error of the server's.
      stream.on("error", () => undefined);
      const connection = connections.of(stream.session);
      if (connection === undefined) {
        stream.destroy();
        return;
      }
      const cut = () => {
        cancelHTTP2(stream);
      };
      const sending = new Sending(stream, connection, cut);
      const send = (response: Response) => {
        writeHTTP2(stream, response, headers[":method"] === "HEAD", sending);
      };
      // Before anything reads the headers.
      const fault = headerSizeFault(headerBytes(rawHeaders), (headers[":path"] ?? "").length);
      if (fault !== undefined) {
        send(fault);
        return;
      }
      const target = parseTarget(headers[":path"] ?? "");
      if (target === undefined) {
        send(withoutTarget(headers[":method"], headers[":path"]));
        return;
      }
      if (headers.expect === "100-continue") stream.additionalHeaders({ ":status": 100 });
      void answerWith(handler, requestOfHTTP2(stream, headers, target, sending), send, () => stream.destroy());
    },
  );
}

function serveHTTP1(server: Server, handler: Handler, connections: Connections, timeouts: ConnectionTimeouts): void {
  const broken = new BrokenRequests(timeouts);
  server.on("clientError", (error: Error, socket: Duplex) => {
    broken.refuse(error, socket);
  });
  server.on("request", (request: Http2ServerRequest | IncomingMessage, reply: Http2ServerResponse | ServerResponse) => {
    request.on("error", () => undefined);
    const message = request;
    const serverResponse = reply;
    if (message instanceof IncomingMessage && serverResponse instanceof ServerResponse) {
      const connection = connections.of(message.socket);
      // Behind the last response of a connection.
      if (connection === undefined || isLingering(message.socket)) return;
      broken.began(serverResponse, connection);
      serveMessage(message, serverResponse, connection, handler);
    }
  });
}

function serveMessage(
  message: IncomingMessage,
  serverResponse: ServerResponse,
  connection: Connection,
  handler: Handler,
): void {
  serverResponse.on("error", () => undefined);
  const cut = () => {
    message.socket.destroy();
  };
  const sending = new Sending(serverResponse, connection, cut);
  const send = (response: Response) => {
    writeHTTP1(serverResponse, response, message.method === "HEAD", sending);
  };
  const fault = protocolFault(message);
  const target = fault === undefined ? parseTarget(message.url ?? "") : undefined;
  if (target === undefined) send(fault ?? withoutTarget(message.method, message.url));
  else void answerWith(handler, requestOfHTTP1(message, target, sending), send, () => serverResponse.destroy());
}

/** A response that can't be sent cuts off its request, and nobody else's. */
async function answerWith(
  handler: Handler,
  request: HTTPRequest,
  send: (response: Response) => void,
  cut: () => void,
): Promise<void> {
  try {
    send(await handler(request));
  } catch {
    cut();
  }
}
