import { MetricSet, SeriesCounter, SeriesGauge, SeriesHistogram } from "../metrics/series.js";
import type { WebhookTask } from "./roles.js";

/** Upper bounds of the durations, in seconds. The API server waits for at most 30 s. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of a webhook server, with the names of controller-runtime's webhook server. */
export class WebhookServerMetrics {
  readonly #set = new MetricSet();
  readonly #requests = new SeriesCounter(this.#set, {
    name: "controller_runtime_webhook_requests_total",
    help: "Requests, by the webhook and the HTTP status code.",
  });
  readonly #reviews = new SeriesCounter(this.#set, {
    name: "apimachinery_webhook_reviews_total",
    help: "Handled reviews, by the webhook and the result.",
  });
  readonly #inFlight = new SeriesGauge(this.#set, {
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Requests in progress, by the webhook.",
  });
  readonly #durations = new SeriesHistogram(
    this.#set,
    { name: "controller_runtime_webhook_latency_seconds", help: "Durations of requests, by the webhook." },
    bounds,
  );
  readonly #known = new Map<string, { value: number }>();
  readonly #ofRole = new Map<
    WebhookTask,
    { readonly open: { value: number }; readonly observe: (seconds: number) => void }
  >();

  /**
   * Counts the beginning of a request. Returns a function to call with the status code of its
   * response.
   */
  begin(role: WebhookTask): (code: number) => void {
    const { open, observe } = this.#seriesOf(role);
    const start = performance.now();
    open.value++;
    return (code) => {
      open.value--;
      observe((performance.now() - start) / 1000);
      this.#count(this.#requests, { webhook: `/${role}`, code: String(code) });
    };
  }

  /** Counts the result of a review. */
  answered(role: WebhookTask, answer: "allowed" | "denied" | "converted" | "failed"): void {
    this.#count(this.#reviews, { webhook: `/${role}`, answer });
  }

  /** Returns all metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.#set.text();
  }

  #count(counter: SeriesCounter, labels: Readonly<Record<string, string>>): void {
    const key = JSON.stringify(labels);
    let series = this.#known.get(key);
    if (series === undefined) this.#known.set(key, (series = counter.series(labels)));
    series.value++;
  }

  #seriesOf(role: WebhookTask) {
    const known = this.#ofRole.get(role);
    if (known !== undefined) return known;
    const durations = this.#durations.series({ webhook: `/${role}` });
    const observe = (seconds: number) => {
      durations.observe(seconds);
    };
    const series = { open: this.#inFlight.series({ webhook: `/${role}` }), observe };
    this.#ofRole.set(role, series);
    return series;
  }
}
