import { Agent, request } from "node:https";
import type { ConnectionOptions } from "node:tls";

/** The answer of a server: the status code and the object. */
export interface Answer {
  readonly code: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends JSON to a server, over connections that stay open. */
export class JSONClient {
  readonly #agent: Agent;

  constructor(
    private readonly url: string,
    tls: ConnectionOptions,
  ) {
    const { ca, cert, key } = tls;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 4, ca, cert, key, rejectUnauthorized: false });
  }

  send(method: string, path: string, body?: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = { accept: "application/json", "content-type": "application/json" };
      const sent = request(`${this.url}${path}`, { method, headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          // kube-apiserver answers a path that it does not know yet with a text.
          const body = text.startsWith("{") ? (JSON.parse(text) as Answer["body"]) : { message: text };
          resolve({ code: response.statusCode ?? 0, body });
        });
      });
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
