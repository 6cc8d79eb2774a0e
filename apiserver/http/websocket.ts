import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { Connection, Exchange } from "./connection.js";
import type { Response, Handler, Sink, StreamBody } from "./types.js";
import { writeHTTP1, requestOfHTTP1 } from "./http1.js";
import { closeLingering, isLingering } from "./linger.js";
import { protocolFault } from "./protocol-fault.js";
import { Sending } from "./sending.js";
import { parseTarget, textError } from "./messages.js";

let handshakes: WebSocketServer | undefined;
/** Maximum size of a message from the client, in bytes. Watches ignore messages. */
const maxPayload = 1024;
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
    serverResponse.assignSocket(connection.socket);
    // The HTTP server and its timeouts no longer apply to the socket.
    serverResponse.once("finish", () => {
      serverResponse.detachSocket(connection.socket);
      closeLingering(socket, connection.timeouts);
    });
    writeHTTP1(serverResponse, response, message.method === "HEAD", sending);
  };
  if (isPipelined) {
    refuse(pipelined);
    return;
  }
  try {
    const target = parseTarget(message.url ?? "");
    const fault = protocolFault(message) ?? (target === undefined || message.method !== "GET" ? badRequest : undefined);
    if (fault !== undefined || target === undefined) {
      refuse(fault ?? badRequest);
      return;
    }
    const response = await handler(requestOfHTTP1(message, target, sending));
    const { body } = response;
    if (typeof body !== "function") {
      refuse(response);
    } else if (message.headers.upgrade?.toLowerCase() !== "websocket") {
      refuse(badRequest);
    } else if ((message.headers.origin ?? "") === "") {
      // Browsers always send the origin of the page. As in Go, requests without an origin are
      // refused.
      refuse(textError(403, "Forbidden"));
    } else {
      // The library is loaded with the first websocket, because most servers never have one.
      handshakes ??= new (await import("ws")).WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
      handshakes.handleUpgrade(message, socket, head, (peer) => {
        stream(peer, socket, body, connection);
      });
      sending.settle();
    }
  } catch {
    socket.destroy();
  }
}

function stream(peer: WebSocket, socket: Duplex, body: StreamBody, connection: Connection): void {
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
  const sink: Sink = {
    write: (chunk) => {
      for (const line of linesOf(chunk.toString())) peer.send(line);
      return !socket.writableNeedDrain;
    },
    onDrain: (then) => socket.once("drain", then),
    end: () => {
      peer.close(1000);
    },
    closed: gone.signal,
  };
  body(sink);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
