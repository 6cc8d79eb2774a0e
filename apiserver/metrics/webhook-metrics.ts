import type { WebhookObserver } from "../admission/webhook/observer.js";
import { SeriesCounter, SeriesHistogram, type Labels, type MetricSet } from "./series.js";

const durations = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
const conditionDurations = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/**
 * Highest status code that is used as a label. Without a limit, a webhook could create any number
 * of series.
 */
const maxCode = 600;

/** Calls of admission webhooks, with the names of Kubernetes' metrics. */
export class WebhookMetrics implements WebhookObserver {
  readonly #durations: Family<{ observe(seconds: number): void }>;
  readonly #requests: Family<{ value: number }>;
  readonly #rejections: Family<{ value: number }>;
  readonly #failOpens: Family<{ value: number }>;
  readonly #unevaluated: Family<{ value: number }>;
  readonly #excluded: Family<{ value: number }>;
  readonly #evaluations: Family<{ observe(seconds: number): void }>;

  constructor(set: MetricSet) {
    const counter = (name: string, help: string) =>
      new Family(new SeriesCounter(set, { name: `apiserver_admission_${name}`, help }));
    const histogram = (name: string, help: string, buckets: readonly number[]) =>
      new Family(new SeriesHistogram(set, { name: `apiserver_admission_${name}`, help }, buckets));
    this.#durations = histogram(
      "webhook_admission_duration_seconds",
      "Duration of a call of an admission webhook in seconds.",
      durations,
    );
    this.#rejections = counter("webhook_rejection_count", "Requests that an admission webhook refused.");
    this.#failOpens = counter(
      "webhook_fail_open_count",
      "Failed calls of admission webhooks that were ignored (failurePolicy).",
    );
    this.#requests = counter("webhook_request_total", "Calls of admission webhooks.");
    this.#unevaluated = counter(
      "match_condition_evaluation_errors_total",
      "Match conditions that could not be evaluated.",
    );
    this.#excluded = counter(
      "match_condition_exclusions_total",
      "Webhook calls that were skipped because of match conditions.",
    );
    this.#evaluations = histogram(
      "match_condition_evaluation_seconds",
      "Duration of the evaluation of match conditions in seconds.",
      conditionDurations,
    );
  }

  called(...[{ name, type, operation, code, isRejected }, seconds]: Parameters<WebhookObserver["called"]>): void {
    const rejected = String(isRejected);
    this.#requests.of({ name, type, operation, code: codeLabel(code), rejected }).value++;
    this.#durations.of({ name, type, operation, rejected }).observe(seconds);
  }

  rejected({ name, type, operation, code, error }: Parameters<WebhookObserver["rejected"]>[0]): void {
    const labels = { name, type, operation, error_type: error, rejection_code: codeLabel(code) };
    this.#rejections.of(labels).value++;
  }

  failedOpen(...[name, type]: Parameters<WebhookObserver["failedOpen"]>): void {
    this.#failOpens.of({ name, type }).value++;
  }

  unevaluated(...[name, type, operation]: Parameters<WebhookObserver["unevaluated"]>): void {
    this.#unevaluated.of({ name, kind: "webhook", type, operation }).value++;
  }

  excluded(...[name, type, operation]: Parameters<WebhookObserver["excluded"]>): void {
    this.#excluded.of({ name, kind: "webhook", type, operation }).value++;
  }

  evaluated(...[name, type, operation, seconds]: Parameters<WebhookObserver["evaluated"]>): void {
    this.#evaluations.of({ name, kind: "webhook", type, operation }).observe(seconds);
  }
}

function codeLabel(code: number): string {
  return String(Math.min(code, maxCode));
}

/** The series of one metric, by their labels. */
class Family<Series> {
  readonly #metric: { series(labels: Labels): Series };
  readonly #known = new Map<string, Series>();

  constructor(metric: { series(labels: Labels): Series }) {
    this.#metric = metric;
  }

  /** Returns the series with these labels, or creates it. */
  of(labels: Labels): Series {
    const key = JSON.stringify(labels);
    let found = this.#known.get(key);
    if (found === undefined) this.#known.set(key, (found = this.#metric.series(labels)));
    return found;
  }
}
