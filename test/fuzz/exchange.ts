import { connect as connectHTTP2, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTLS, type TLSSocket } from "node:tls";
import type { Target } from "./target.js";

/** A request whose bytes are sent unchanged, because no client library checks or corrects it. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly isAnonymous: boolean;
  readonly version: "1.1" | "2";
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Timeout for the end of a response, in milliseconds. It is longer than a watch, because each watch
 * request contains a shorter timeout.
 */
const timeout = 120_000;

/**
 * Sends a request over a new connection. Returns undefined if the connection ends before a response
 * is complete.
 */
export function send(target: Target, request: RawRequest): Promise<RawResponse | undefined> {
  return request.version === "2" ? sendHTTP2(target, request) : sendHTTP1(target, request);
}

function tlsOptions(target: Target, { isAnonymous, version }: Pick<RawRequest, "isAnonymous" | "version">) {
  const { ca, cert, key } = target.credentials;
  return {
    ca,
    ...(isAnonymous ? {} : { cert, key }),
    host: "127.0.0.1",
    port: target.port,
    ALPNProtocols: [version === "2" ? "h2" : "http/1.1"],
  };
}

/** Opens a TLS connection. The promise resolves after the handshake. */
export function openTLS(target: Target, request: Pick<RawRequest, "isAnonymous" | "version">): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTLS(tlsOptions(target, request));
    socket.once("secureConnect", () => {
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

async function sendHTTP1(target: Target, request: RawRequest): Promise<RawResponse | undefined> {
  const socket = await openTLS(target, request);
  socket.on("error", () => undefined);
  const { body = "" } = request;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body.length === 0 ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.write(
    `${request.method} ${request.target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers.join("")}${length}\r\n`,
  );
  socket.write(body);
  const text = await textUntilEnd(socket);
  return text === undefined ? undefined : parseHTTP1(text);
}

function textUntilEnd(socket: TLSSocket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(undefined);
    }, timeout);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString("utf8"));
    });
    socket.once("end", () => socket.end());
  });
}

function parseHTTP1(text: string): RawResponse | undefined {
  const match = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(text);
  if (match === null) return undefined;
  const [, status, lines = "", body = ""] = match;
  if (status === "100") return parseHTTP1(body);
  const headers = Object.fromEntries(
    lines
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(status), headers, body };
}

function sendHTTP2(target: Target, request: RawRequest): Promise<RawResponse | undefined> {
  return new Promise((resolve) => {
    const session: ClientHttp2Session = connectHTTP2(`https://127.0.0.1:${target.port}`, tlsOptions(target, request));
    const timer = setTimeout(() => {
      end(undefined);
    }, timeout);
    const end = (response: RawResponse | undefined) => {
      clearTimeout(timer);
      session.destroy();
      resolve(response);
    };
    session.on("error", () => {
      end(undefined);
    });
    try {
      const stream = session.request(
        { ":method": request.method, ":path": request.target, ...request.headers },
        { endStream: request.body === undefined },
      );
      let answered: IncomingHttpHeaders = {};
      const chunks: Buffer[] = [];
      stream.on("response", (headers) => (answered = headers));
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", () => undefined);
      stream.on("close", () => {
        const { ":status": status, ...headers } = answered as IncomingHttpHeaders & { readonly ":status"?: number };
        const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
        end(
          status === undefined ? undefined : { status, headers: texts, body: Buffer.concat(chunks).toString("utf8") },
        );
      });
      if (request.body !== undefined) stream.end(request.body);
    } catch {
      // Node's HTTP/2 client throws if a request is not valid.
      end(undefined);
    }
  });
}
