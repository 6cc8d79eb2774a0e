import { ServerResponse, type IncomingMessage } from "node:http";
import { removeBearerProtocol } from "./bearer-protocol.js";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { Connection, Exchange } from "./connection.js";
import { connectedSocket } from "./connected-socket.js";
import type { Response, Handler, Sink, StreamBody, WebSocketHandler } from "./types.js";
import { writeHTTP1, requestOfHTTP1 } from "./http1.js";
import { closeLingering, isLingering } from "./linger.js";
import { protocolFault } from "./protocol-fault.js";
import { Sending } from "./sending.js";
import { parseTarget, textError } from "./messages.js";

let handshakes: WebSocketServer | undefined;
/** Maximum size of a message from the client, in bytes. Watches ignore messages. */
const maxPayload = 1024;
/** Maximum size of a message to a handler of websockets, in bytes. */
const maxMessage = 1024 * 1024;
const badRequest: Response = { status: 400, headers: { connection: "close" }, body: "" };
const pipelined = textError(400, "400 Bad Request: an upgrade behind a request without a response is not supported", {
  connection: "close",
});

/**
 * Serves a request for a websocket. If the handler responds with a stream, each line of the stream
 * becomes one text message. Any other response of the handler is sent unchanged. Never throws.
 */
export async function serveUpgrade(
  message: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  connection: Connection,
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
  const refuse = (response: Response) => {
    sendWithoutUpgrade(serverResponse, response, socket, connection, sending);
  };
  if (isPipelined) {
    refuse(pipelined);
    return;
  }
  try {
    const response = await responseTo(message, sending, handler);
    // The handler has read the token. The handshake answers one of the other subprotocols.
    removeBearerProtocol(message.headers);
    if (response.webSocket !== undefined) {
      await accept(message, socket, head, connection, response, response.webSocket);
      sending.settle();
      return;
    }
    const stream = streamOf(message, response);
    if (typeof stream !== "function") {
      refuse(stream);
      return;
    }
    // The library is loaded with the first websocket, because most servers never have one.
    handshakes ??= new (await import("ws")).WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
    handshakes.handleUpgrade(message, socket, head, (peer) => {
      sendMessages(peer, socket, stream, connection);
    });
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
  connection: Connection,
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
  server.handleUpgrade(message, socket, head, (peer) => {
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
  });
}

/** Sends a response over HTTP, and closes the connection. */
function sendWithoutUpgrade(
  serverResponse: ServerResponse,
  response: Response,
  socket: Duplex,
  connection: Connection,
  sending: Sending,
): void {
  serverResponse.assignSocket(connection.socket);
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
  const fault = protocolFault(message);
  if (fault !== undefined) return fault;
  if (target === undefined || message.method !== "GET") return badRequest;
  return handler(requestOfHTTP1(message, target, sending));
}

/**
 * Returns the stream to send over a websocket. If the handler did not respond with a stream, or if
 * the request must not open a websocket, returns a response instead.
 */
function streamOf({ headers }: IncomingMessage, response: Response): StreamBody | Response {
  if (typeof response.body !== "function") return response;
  if (headers.upgrade?.toLowerCase() !== "websocket") return badRequest;
  // Browsers always send the origin of the page. As in Go, requests without an origin are refused.
  if ((headers.origin ?? "") === "") return textError(403, "Forbidden");
  return response.body;
}

/** Sends each line of a stream as a message. */
function sendMessages(peer: WebSocket, socket: Duplex, body: StreamBody, connection: Connection): void {
  body(sinkOf(peer, socket, connection));
}

/** Returns the sink of a websocket. */
function sinkOf(peer: WebSocket, socket: Duplex, connection: Connection): Sink {
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
