import type { WebhookObserver } from "../admission/webhook/observer.js";
import type { MetricSet } from "./series.js";

const durations = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
const conditionDurations = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/**
 * Highest status code that is used as a label. Without a limit, a webhook could create any number
 * of series.
 */
const maxCode = 600;

/** Returns an observer that counts calls of admission webhooks, with the names of Kubernetes. */
export function webhookMetrics(set: MetricSet): WebhookObserver {
  const counter = (name: string, help: string) => set.counter(`apiserver_admission_${name}`, help);
  const histogram = (name: string, help: string, bounds: readonly number[]) =>
    set.histogram(`apiserver_admission_${name}`, help, bounds);
  const duration = histogram(
    "webhook_admission_duration_seconds",
    "Duration of a call of an admission webhook in seconds.",
    durations,
  );
  const rejections = counter("webhook_rejection_count", "Requests that an admission webhook refused.");
  const failOpens = counter(
    "webhook_fail_open_count",
    "Failed calls of admission webhooks that were ignored (failurePolicy).",
  );
  const requests = counter("webhook_request_total", "Calls of admission webhooks.");
  const unevaluated = counter(
    "match_condition_evaluation_errors_total",
    "Match conditions that could not be evaluated.",
  );
  const excluded = counter(
    "match_condition_exclusions_total",
    "Webhook calls that were skipped because of match conditions.",
  );
  const evaluations = histogram(
    "match_condition_evaluation_seconds",
    "Duration of the evaluation of match conditions in seconds.",
    conditionDurations,
  );
  return {
    called({ name, type, operation, code, isRejected }, seconds) {
      const rejected = String(isRejected);
      requests({ name, type, operation, code: codeLabel(code), rejected }).value++;
      duration({ name, type, operation, rejected }).observe(seconds);
    },
    rejected({ name, type, operation, code, error }) {
      rejections({ name, type, operation, error_type: error, rejection_code: codeLabel(code) }).value++;
    },
    failedOpen(name, type) {
      failOpens({ name, type }).value++;
    },
    unevaluated(name, type, operation) {
      unevaluated({ name, kind: "webhook", type, operation }).value++;
    },
    excluded(name, type, operation) {
      excluded({ name, kind: "webhook", type, operation }).value++;
    },
    evaluated(name, type, operation, seconds) {
      evaluations({ name, kind: "webhook", type, operation }).observe(seconds);
    },
  };
}

function codeLabel(code: number): string {
  return String(Math.min(code, maxCode));
}
