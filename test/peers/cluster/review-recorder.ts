import { readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:https";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import type { RecordedReview } from "../../apiserver/webhook-server/recorded-review.js";
import type { RestartableServer } from "./restartable-server.js";

/** A proxy between kube-apiserver and webhooks, which keeps the reviews and their answers. */
export class ReviewRecorder {
  readonly reviews: RecordedReview[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a proxy with the certificate of the webhooks. */
  static async start(webhooks: RestartableServer, certificate: string, key: string): Promise<ReviewRecorder> {
    const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) });
    const recorder = new ReviewRecorder(server);
    server.on("request", (received, response) => {
      void (async () => {
        const { status, review } = await recorder.#forward(webhooks.port, received.url ?? "", await text(received));
        response.writeHead(status, { "content-type": "application/json" }).end(review);
      })();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return recorder;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #forward(port: number, path: string, sent: string): Promise<{ status: number; review: string }> {
    const answer = await new Promise<{ status: number; review: string }>((resolve, reject) => {
      const headers = { "content-type": "application/json" };
      const forwarded = request(
        { host: "127.0.0.1", port, path, method: "POST", headers, rejectUnauthorized: false, agent: false },
        (response) => {
          text(response).then((review) => {
            resolve({ status: response.statusCode ?? 0, review });
          }, reject);
        },
      );
      forwarded.on("error", reject);
      forwarded.end(sent);
    });
    this.reviews.push({ path, sent: JSON.parse(sent) as object, answer: JSON.parse(answer.review) as object });
    return answer;
  }
}
