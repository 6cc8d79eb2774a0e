import { readFileSync } from "node:fs";
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import type { Json } from "../harness.js";

export interface APIResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly json: Json;
}

/** Returns the objects in the response to a list request. */
export function itemsOf({ json }: APIResponse): readonly Json[] {
  return Object.values(json["items"] ?? {});
}

/**
 * HTTP/2 client with the administrator's credentials. It expects that the server is killed at any
 * time.
 */
export class APIClient {
  readonly #session: ClientHttp2Session;

  /** @param kubeconfig path of the kubeconfig that the server wrote */
  constructor(url: string, kubeconfig: string) {
    this.#session = connect(url, credentials(kubeconfig));
    // Connection errors already reject the promises of the pending requests.
    this.#session.on("error", () => undefined);
  }

  /** @throws Error if the connection ended before the response was complete */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<APIResponse> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ":method": method,
        ":path": path,
        "content-type": "application/json",
        ...headers,
      });
      let received: IncomingHttpHeaders & { readonly ":status"?: number | undefined } = {};
      let text = "";
      let isWhole = false;
      stream.setEncoding("utf8");
      stream.on("response", (head) => (received = head));
      stream.on("data", (chunk: string) => (text += chunk));
      stream.on("end", () => (isWhole = true));
      stream.on("error", () => undefined);
      stream.on("close", () => {
        if (isWhole && text.endsWith("\n"))
          resolve({ status: received[":status"] ?? 0, headers: received, json: JSON.parse(text) as Json });
        else reject(new Error(`${method} ${path} got no response`));
      });
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Returns the text at a path. */
  text(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({ ":path": path });
      let text = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => (text += chunk));
      stream.on("end", () => {
        resolve(text);
      });
      stream.on("error", reject);
    });
  }

  /** Passes each event of a watch to `onEvent`. Resolves when the watch ends for any reason. */
  watch(path: string, onEvent: (event: Json) => void): Promise<void> {
    return new Promise((resolve) => {
      const stream = this.#session.request({ ":path": path });
      let rest = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) onEvent(JSON.parse(line) as Json);
      });
      stream.on("error", () => undefined);
      stream.on("close", resolve);
    });
  }

  close(): void {
    this.#session.destroy();
  }
}

/** Returns the credentials of a kubeconfig for a connection. */
export function credentials(kubeconfig: string): { readonly ca: string; readonly cert: string; readonly key: string } {
  const text = readFileSync(kubeconfig, "utf8");
  const data = (name: string) => Buffer.from(new RegExp(`${name}: (\\S+)`).exec(text)?.[1] ?? "", "base64").toString();
  return {
    ca: data("certificate-authority-data"),
    cert: data("client-certificate-data"),
    key: data("client-key-data"),
  };
}
