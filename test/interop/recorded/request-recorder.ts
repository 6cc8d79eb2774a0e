import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ClientConfig } from "@apimachinery/client";
import { namesIn, recordings, type RecordedRequest } from "./recorded-request.js";

/**
 * A proxy between a client and a server, which sends the requests of the client as the server's
 * administrator. It keeps the requests for objects in a namespace, except watches.
 */
export class RequestRecorder {
  /** The requests, in the order in which their responses ended. */
  readonly requests: RecordedRequest[] = [];
  readonly #server: Server;
  readonly #target: ClientConfig;

  private constructor(server: Server, target: ClientConfig) {
    this.#server = server;
    this.#target = target;
  }

  /** Starts a proxy to the server of a configuration. */
  static async start(target: ClientConfig): Promise<RequestRecorder> {
    const server = createServer();
    const recorder = new RequestRecorder(server, target);
    server.on("request", (received, response) => void recorder.#forward(received, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return recorder;
  }

  /** Returns a kubeconfig with which clients reach the proxy. */
  get kubeconfig(): string {
    const server = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "recorder", cluster: { server } }],
      users: [{ name: "recorder", user: {} }],
      contexts: [{ name: "recorder", context: { cluster: "recorder", user: "recorder" } }],
      "current-context": "recorder",
    });
  }

  /** Writes the requests to a file in this folder, if the variable RECORD_PEERS is set. */
  record(name: string): void {
    if (process.env["RECORD_PEERS"] === undefined) return;
    writeFileSync(join(recordings, name), this.requests.map((each) => `${JSON.stringify(each)}\n`).join(""));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(received: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = received;
    const body = await buffer(received);
    const { server, tls } = this.#target;
    // The proxy reads the responses, so that they must not be compressed.
    const sent = { ...headers, "accept-encoding": "identity" };
    const options = {
      method,
      headers: sent,
      ca: tls?.ca,
      cert: tls?.certificate,
      key: tls?.key,
      agent: false as const,
    };
    const forwarded = request(new URL(path, server), options, (answer) => {
      const { statusCode: status = 0 } = answer;
      const parts: Buffer[] = [];
      response.writeHead(status, answer.headers);
      answer.on("data", (part: Buffer) => {
        parts.push(part);
        response.write(part);
      });
      answer.on("end", () => {
        if (isRecorded(path))
          this.requests.push({
            method,
            path,
            headers: chosen(headers),
            body: body.toString("base64"),
            status,
            names: namesIn(Buffer.concat(parts)),
          });
        response.end();
      });
    });
    // A client that ends a watch ends the request to the server, too.
    response.on("close", () => forwarded.destroy());
    forwarded.on("error", () => response.destroy());
    forwarded.end(body);
  }
}

function isRecorded(path: string): boolean {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  return pathname.includes("/namespaces/") && !searchParams.has("watch");
}

/** Returns the headers that change a response. */
function chosen({ accept, "content-type": type }: IncomingMessage["headers"]): RecordedRequest["headers"] {
  return { ...(accept !== undefined && { accept }), ...(type !== undefined && { "content-type": type }) };
}
