import { ServerResponse, type IncomingMessage } from "node:http";
import { removeBearerProtocol } from "./bearer-protocol.js";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { ClientConnection, Exchange } from "./connection.js";
import { connectedSocket } from "./connected-socket.js";
import type { Response, Handler, Sink, WebSocketHandler } from "./types.js";
import { writeHTTP1, requestOfHTTP1 } from "./http1.js";
import { closeLingering, isLingering } from "./linger.js";
import { Sending } from "./sending.js";
import { parseTarget, textError } from "./messages.js";
import { asksForWebSocket, upgradeFault } from "./upgrade.js";

let handshakes: WebSocketServer | undefined;
/** Maximum size of a message from the client of a watch, in bytes. Watches ignore messages. */
const maxPayload = 1024;
/** Maximum size of a message to a handler of websockets, in bytes. */
const maxMessage = 1024 * 1024;
const badTarget = textError(400, "400 Bad Request: the target of the request is not a path", { connection: "close" });
const pipelined = textError(
  400,
  "400 Bad Request: an upgrade is not supported before the previous request on the connection has its response",
  {
    connection: "close",
  },
);

/**
 * Serves a request with the header `Upgrade` or the method `CONNECT`. If the response contains a
 * handler of a websocket, this handler gets the websocket. If the request asks for a websocket and
 * the response is a stream, each line of the stream becomes one text message. Any other response is
 * sent over HTTP, and the connection is closed after it. Never throws.
 */
export async function serveUpgrade(
  message: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  connection: ClientConnection,
  handler: Handler,
): Promise<void> {
  socket.on("error", () => undefined);
  if (isLingering(socket)) return;
  const isPipelined = connection.isBusy;
  if (isPipelined) {
    await new Promise<void>((resolve) => {
      connection.finishResponses(resolve);
    });
  }
  if (isLingering(socket)) return;
  const serverResponse = new ServerResponse(message);
  serverResponse.shouldKeepAlive = false;
  const sending = new Sending(serverResponse, connection, () => socket.destroy());
  const respond = (response: Response) => {
    sendWithoutUpgrade(serverResponse, response, socket, connection, sending);
  };
  if (isPipelined) {
    respond(pipelined);
    return;
  }
  try {
    const response = await responseTo(message, sending, handler);
    // The handler has already read the token. The handshake must confirm one of the other
    // subprotocols.
    removeBearerProtocol(message.headers);
    if (response.webSocket !== undefined) {
      await accept(message, socket, head, connection, response, response.webSocket);
      sending.settle();
      return;
    }
    if (typeof response.body !== "function" || !asksForWebSocket(message)) {
      respond(response);
      return;
    }
    // The library is loaded with the first websocket, because most servers never have one.
    handshakes ??= new (await import("ws")).WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
    const peer = handshake(handshakes, message, socket, head);
    response.body(peer === undefined ? goneSink : sinkOf(peer, socket, connection));
    sending.settle();
  } catch {
    socket.destroy();
  }
}

/** Changes the connection to a websocket, and starts its handler. */
async function accept(
  message: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  connection: ClientConnection,
  { body }: Response,
  { protocol, serve }: WebSocketHandler,
): Promise<void> {
  const { WebSocketServer } = await import("ws");
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessage,
    handleProtocols: () => protocol ?? false,
  });
  const peer = handshake(server, message, socket, head);
  if (peer === undefined) {
    if (typeof body === "function") body(goneSink);
    return;
  }
  const sink = sinkOf(peer, socket, connection);
  sink.closed.addEventListener("abort", () => {
    peer.close(1001);
  });
  if (typeof body === "function") body(sink);
  serve(connectedSocket(peer)).then(
    () => {
      peer.close(1000);
    },
    () => {
      peer.close(1011, "internal error");
    },
  );
}

/** Completes the handshake of a websocket. Returns undefined if the client has disconnected. */
function handshake(
  server: WebSocketServer,
  message: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): WebSocket | undefined {
  let opened: WebSocket | undefined;
  // `handleUpgrade` calls this callback before it returns.
  server.handleUpgrade(message, socket, head, (peer) => {
    opened = peer;
  });
  return opened;
}

/** Sends a response over HTTP, and closes the connection after it. */
function sendWithoutUpgrade(
  serverResponse: ServerResponse,
  response: Response,
  socket: Duplex,
  connection: ClientConnection,
  sending: Sending,
): void {
  serverResponse.assignSocket(connection.socket);
  // After the upgrade, Node's HTTP server no longer reads the socket and no longer emits `drain` on
  // the response, so both are done here.
  const stop = () => {
    sending.stop();
  };
  const drain = () => {
    sending.drain();
  };
  socket.once("end", stop).on("drain", drain).resume();
  // After the upgrade, the HTTP server and its timeouts no longer apply to the socket.
  serverResponse.once("finish", () => {
    serverResponse.detachSocket(connection.socket);
    closeLingering(socket, connection.timeouts);
  });
  writeHTTP1(serverResponse, response, serverResponse.req.method === "HEAD", sending);
}

/** Returns the response of the handler, or an error response to an invalid request. */
async function responseTo(message: IncomingMessage, sending: Sending, handler: Handler): Promise<Response> {
  const target = parseTarget(message.url ?? "");
  const problem = upgradeFault(message);
  if (problem !== undefined) return problem;
  return target === undefined ? badTarget : handler(requestOfHTTP1(message, target, sending));
}

/**
 * A sink for a client that has disconnected. A writer that gets this sink ends at once, and the end
 * of the request is recorded.
 */
const goneSink: Sink = {
  write: () => true,
  onDrain: () => undefined,
  end: () => undefined,
  stop: () => undefined,
  closed: AbortSignal.abort(),
};

/** Returns the sink of a websocket. */
function sinkOf(peer: WebSocket, socket: Duplex, connection: ClientConnection): Sink {
  const gone = new AbortController();
  const stop = () => {
    gone.abort();
  };
  const exchange: Exchange = { stop, settle: stop };
  connection.begin(exchange);
  peer.once("close", () => {
    connection.end(exchange);
    stop();
  });
  peer.on("error", () => {
    peer.terminate();
  });
  return {
    write: (chunk) => {
      for (const line of linesOf(chunk.toString())) peer.send(line);
      return !socket.writableNeedDrain;
    },
    onDrain: (then) => socket.once("drain", then),
    end: () => {
      peer.close(1000);
    },
    stop,
    closed: gone.signal,
  };
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
