import { ServerResponse } from "node:http";
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import type { Answer, Handler, Sink, StreamBody } from "./exchange.js";
import { answerHTTP1, requestOfHTTP1 } from "./http1.js";
import { textError } from "./texts.js";
import { parseTarget } from "./uri.js";

let handshakes: WebSocketServer | undefined;
const badRequest: Answer = { status: 400, headers: { connection: "close" }, body: "" };

/**
 * Answers a request that wants to go on as a websocket: a stream does, each of its lines as one text message; whatever else the
 * handler answers is a plain answer. Never throws.
 */
export async function serveUpgrade(message: IncomingMessage, socket: Duplex, head: Buffer, handler: Handler): Promise<void> {
  socket.on("error", () => undefined);
  const target = parseTarget(message.url ?? "");
  // What was upgraded is not read as HTTP any more: there is no body.
  const isReadable = target !== undefined && message.method === "GET";
  try {
    const answer = isReadable ? await handler(requestOfHTTP1(message, target)) : badRequest;
    const { body } = answer;
    if (typeof body !== "function") {
      answerPlainly(message, socket, answer);
    } else if (message.headers.upgrade?.toLowerCase() !== "websocket") {
      answerPlainly(message, socket, badRequest);
    } else if (message.headers.origin === undefined) {
      // A browser always says from which page it comes; what does not is refused, as in Go's.
      answerPlainly(message, socket, textError(403, "Forbidden"));
    } else {
      // With the first that comes: most servers never see one.
      handshakes ??= new (await import("ws")).WebSocketServer({ noServer: true, clientTracking: false });
      handshakes.handleUpgrade(message, socket, head, (peer) => {
        stream(peer, socket, body);
      });
    }
  } catch {
    socket.destroy();
  }
}

function answerPlainly(message: IncomingMessage, socket: Duplex, answer: Answer): void {
  if (!(socket instanceof Socket)) throw new Error("an upgrade of what is no socket");
  const response = new ServerResponse(message);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => {
    response.detachSocket(socket);
    socket.end();
  });
  answerHTTP1(response, answer, false);
}

function stream(peer: WebSocket, socket: Duplex, body: StreamBody): void {
  const gone = new AbortController();
  peer.once("close", () => {
    gone.abort();
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
