import { byLabels, MetricSet } from "../metrics/series.js";
import type { WebhookTask } from "./roles.js";

/** Upper bounds of the durations, in seconds. The API server waits for at most 30 s. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Metrics of a webhook server. The metrics of requests have the names of controller-runtime's
 * webhook server; `apimachinery_webhook_reviews_total` is an addition.
 */
export class WebhookServerMetrics {
  readonly #set = new MetricSet();
  readonly #requests = this.#set.counter(
    "controller_runtime_webhook_requests_total",
    "Requests, by the webhook and the HTTP status code.",
  );
  readonly #reviews = this.#set.counter(
    "apimachinery_webhook_reviews_total",
    "Handled reviews, by the webhook and the result.",
  );
  readonly #inFlight = this.#set.gauge(
    "controller_runtime_webhook_requests_in_flight",
    "Requests in progress, by the webhook.",
  );
  readonly #durations = this.#set.histogram(
    "controller_runtime_webhook_latency_seconds",
    "Durations of requests, by the webhook.",
    bounds,
  );
  readonly #ofRole = byLabels((labels) => ({ open: this.#inFlight(labels), durations: this.#durations(labels) }));

  /**
   * Counts the beginning of a request. Returns a function to call with the status code of its
   * response.
   */
  begin(role: WebhookTask): (code: number) => void {
    const webhook = `/${role}`;
    const { open, durations } = this.#ofRole({ webhook });
    const start = performance.now();
    open.value++;
    return (code) => {
      open.value--;
      durations.observe((performance.now() - start) / 1000);
      this.#requests({ webhook, code: String(code) }).value++;
    };
  }

  /** Counts the result of a review. */
  answered(role: WebhookTask, answer: "allowed" | "denied" | "converted" | "failed"): void {
    this.#reviews({ webhook: `/${role}`, answer }).value++;
  }

  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#set.text();
  }
}
