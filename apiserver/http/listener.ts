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
import { Server as TCPServer, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { SecureContextOptions, TlsOptions } from "node:tls";
import { jsonText } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { BrokenRequests, refusePlainHTTP } from "./broken-requests.js";
import type { ClientConnection } from "./connection.js";
import { Connections } from "./connections.js";
import type { Response, Handler, HTTPRequest } from "./types.js";
import { headerBytes, headerSizeProblem } from "./header-size.js";
import { writeHTTP1, requestOfHTTP1 } from "./http1.js";
import { writeHTTP2, cancelHTTP2, requestOfHTTP2 } from "./http2.js";
import { isLingering } from "./linger.js";
import { protocolProblem } from "./protocol-problem.js";
import { requestLimits } from "./request-limits.js";
import { Sending } from "./sending.js";
import { defaultTimeouts, type ConnectionTimeouts } from "./timeouts.js";
import { secureContexts, type SecureContexts, type TLSMaterial, type TLSSettings } from "./tls-material.js";
import { parseTarget } from "./messages.js";
import type { ClientAuthorities } from "./trusted-authorities.js";
import { serveUpgrade } from "./websocket.js";

export interface ListenerOptions {
  readonly tls: TLSMaterial;
  readonly settings?: TLSSettings;
  readonly bindAddress: string;
  /** Port to listen on; 0 for any free port. */
  readonly port: number;
  /** True if the server serves only HTTP/1.1. */
  readonly disablesHTTP2?: boolean;
  /**
   * Maximum number of concurrent requests on an HTTP/2 connection; Node's default if 0 or absent.
   */
  readonly maxStreams?: number;
  /** True if other processes can listen on the same address and port. */
  readonly sharesPort?: boolean;
  /** Deadlines of connections. Default: `defaultTimeouts`. */
  readonly timeouts?: Partial<ConnectionTimeouts>;
}

/** Explanations for the system's error codes if a port cannot be opened. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "address already in use (--secure-port=0 takes any free port)",
  EADDRNOTAVAIL: "this machine does not have the address: name one of its addresses with --bind-address",
  EACCES: "permission denied; ports below 1024 need a privilege",
};

/**
 * Time without data on a connection after which TCP checks that the client still exists, in
 * milliseconds.
 */
const keepAliveDelay = 180_000;

type Server = Http2SecureServer | HTTPSServer;

/** Serves HTTP/2 and HTTP/1.1 over TLS on one port. */
export class TLSListener {
  readonly #server: Server;
  readonly #settings: TLSSettings;
  readonly #connections: Connections;
  readonly #timeouts: ConnectionTimeouts;
  #contexts: SecureContexts;
  #authorities: ClientAuthorities;
  #left: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  private constructor(options: ListenerOptions) {
    this.#settings = options.settings ?? { minVersion: "TLSv1.2" };
    this.#contexts = secureContexts(options.tls, this.#settings);
    this.#authorities = options.tls;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#server = createServer(options, this.#timeouts, this.#contexts.options, (host, done) => {
      done(null, this.#contexts.find(host));
    });
    this.#connections = new Connections(this.#server, this.#timeouts, options.tls);
  }

  /**
   * Opens the port and serves requests with `handler`. The handler must not throw.
   * @param onHandshakeError called for each connection whose TLS handshake fails
   * @throws Error if the port or the address is not available
   */
  static async listen(
    options: ListenerOptions,
    handler: Handler,
    onHandshakeError: () => void = () => undefined,
  ): Promise<TLSListener> {
    const listener = new TLSListener(options);
    const server = listener.#server;
    const connections = listener.#connections;
    server.on("tlsClientError", onHandshakeError);
    serveHTTP1(server, handler, connections, listener.#timeouts);
    // The HTTP/1.1 listener enables Node's compatibility layer. The layer's stream listener is
    // removed here, because it would create additional objects for every HTTP/2 stream.
    server.removeAllListeners("stream");
    serveHTTP2(server, handler, connections);
    const upgrade = (message: IncomingMessage, socket: Duplex, head: Buffer) => {
      const connection = connections.of(socket);
      if (connection === undefined) socket.destroy();
      else void serveUpgrade(message, socket, head, connection, handler);
    };
    server.on("upgrade", upgrade).on("connect", upgrade);
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => {
        reject(
          new Error(
            `failed to listen on ${options.bindAddress}:${options.port}: ${reasons[error.code ?? ""] ?? error.message}`,
            { cause: error },
          ),
        );
      });
      // Some versions of Node.js have the option `reusePort`, but its type declarations lack it.
      const address = { port: options.port, host: options.bindAddress, reusePort: options.sharesPort === true };
      server.listen(address, () => {
        server.removeAllListeners("error");
        resolve();
      });
    });
    return listener;
  }

  /**
   * Replaces the certificates for new connections. If the trusted CAs have changed, a connection
   * stays open only if the new CAs trust its client certificate for the same purposes. Other
   * connections only finish the requests in progress. Watches also end if the certificate of their
   * client was trusted before.
   * @throws Error for a key that does not match its certificate; the old certificates stay in use
   */
  renew(tls: TLSMaterial): void {
    const contexts = secureContexts(tls, this.#settings);
    this.#server.setSecureContext(contexts.options);
    this.#contexts = contexts;
    const { clientCA, frontProxyCA } = this.#authorities;
    if (tls.clientCA === clientCA && tls.frontProxyCA === frontProxyCA) return;
    this.#authorities = tls;
    this.#connections.reconsider(tls);
  }

  /** Port on which the server listens. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Refuses new connections, and asks the clients of existing connections to use other servers.
   * Requests are still served. Resolves after the timeout `farewell`, or when all connections have
   * ended. Repeated calls return the same promise.
   */
  leave(): Promise<void> {
    return (this.#left ??= this.#leave());
  }

  async #leave(): Promise<void> {
    const closed = this.#stopListening();
    let timer: NodeJS.Timeout | undefined;
    const farewell = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.#timeouts.farewell)));
    await Promise.race([closed, farewell]);
    clearTimeout(timer);
  }

  /**
   * Refuses new connections, and closes existing connections without requests. Resolves when the
   * other existing connections have ended.
   */
  close(): Promise<void> {
    const closed = this.#stopListening();
    this.#connections.closeIdle();
    return closed;
  }

  /** Refuses new connections. Resolves when the existing ones have ended. */
  #stopListening(): Promise<void> {
    this.#connections.leave();
    return (this.#closed ??= new Promise<void>((resolve) => {
      // The method `close` of Node's HTTP server would close idle connections at once, including
      // those whose next request is already being sent. It is called at the end, because it also
      // stops the server's timers.
      TCPServer.prototype.close.call(this.#server, () => {
        this.#server.close();
        resolve();
      });
    }));
  }

  /** Closes all connections immediately. */
  destroyConnections(): void {
    this.#connections.destroy();
  }
}

function createServer(
  { disablesHTTP2, maxStreams = 0 }: ListenerOptions,
  { headers, idle, check, ...others }: ConnectionTimeouts,
  context: SecureContextOptions,
  SNICallback: TlsOptions["SNICallback"],
): Server {
  const options = {
    ...context,
    ...(SNICallback && { SNICallback }),
    // Asks for a client certificate, but clients without one can connect. The authentication filter
    // decides about their requests.
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: headers,
    // With TCP keep-alive, the server detects clients that disappear without closing the
    // connection, for example during a watch.
    keepAlive: true,
    // Disables Nagle's algorithm, as Go does. With it, the pieces of a large response would wait
    // for acknowledgements.
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
  // An `Http2SecureServer` with `allowHTTP1` also reads these properties of an HTTP/1.1 server; its
  // TypeScript type lacks them.
  Object.assign(server, { maxHeaderSize: requestLimits.parsedBytes, maxHeadersCount: requestLimits.headers });
  Object.assign(server, { keepAliveTimeout: idle, headersTimeout: headers, connectionsCheckingInterval: check });
  // `protocolProblem` checks the Host header, because Node's own response has no body.
  Object.assign(server, { requireHostHeader: false });
  refusePlainHTTP(server, { headers, ...others });
  return server;
}

/** Response with status 400 to a request whose target is not a path or has an invalid escape. */
const badTarget: Response = {
  status: 400,
  headers: { "content-type": "application/json" },
  body: `${jsonText(newBadRequest("the target of the request is not a path, or has an invalid escape").status)}\n`,
};

/**
 * Responds to a request whose target is not a path. `OPTIONS *` only asks whether the server is
 * alive (RFC 9110, section 9.3.7).
 */
function withoutTarget(method = "", target = ""): Response {
  return method === "OPTIONS" && target === "*" ? { status: 200, headers: {}, body: "" } : badTarget;
}

function serveHTTP2(server: Server, handler: Handler, connections: Connections): void {
  server.on(
    "stream",
    (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: readonly string[]) => {
      stream.on("error", ignore);
      const connection = connections.of(stream.session);
      if (connection === undefined) {
        stream.destroy();
        return;
      }
      const sending = new Sending(stream, connection, cutFunction(stream));
      const send = (response: Response) => {
        writeHTTP2(stream, response, headers[":method"] === "HEAD", sending);
      };
      // The size is checked before other code reads the headers.
      const problem = headerSizeProblem(headerBytes(rawHeaders), (headers[":path"] ?? "").length);
      if (problem !== undefined) {
        send(problem);
        return;
      }
      const target = parseTarget(headers[":path"] ?? "");
      if (target === undefined) {
        send(withoutTarget(headers[":method"], headers[":path"]));
        return;
      }
      if (headers.expect === "100-continue") stream.additionalHeaders({ ":status": 100 });
      void answerWith(handler, requestOfHTTP2(stream, headers, rawHeaders, target, sending), send, () =>
        stream.destroy(),
      );
    },
  );
}

/**
 * Returns the function that ends a response early. A watch keeps the function much longer than its
 * request, so the function refers only to the stream.
 */
function cutFunction(stream: ServerHttp2Stream): () => void {
  return () => {
    cancelHTTP2(stream);
  };
}

function ignore(): void {
  // If a client disconnects, this is not an error of the server.
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
      // The connection has sent its last response, so this request is not served.
      if (connection === undefined || connection.isEnding || isLingering(message.socket)) return;
      broken.began(serverResponse, connection);
      serveMessage(message, serverResponse, connection, handler);
    }
  });
}

function serveMessage(
  message: IncomingMessage,
  serverResponse: ServerResponse,
  connection: ClientConnection,
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
  const problem = protocolProblem(message);
  const target = problem === undefined ? parseTarget(message.url ?? "") : undefined;
  if (target === undefined) send(problem ?? withoutTarget(message.method, message.url));
  else void answerWith(handler, requestOfHTTP1(message, target, sending), send, () => serverResponse.destroy());
}

/**
 * Serves one request. If the handler or `send` fails, calls `cut`.
 * @param cut closes the HTTP/2 stream or the HTTP/1.1 connection of the request
 */
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
