import type { HistogramSeries, MetricSet, NumberSeries } from "./series.js";

/** Labels of a request in the metrics. */
export interface RequestLabels {
  /**
   * Verb in upper case: GET, LIST, WATCH, POST, PUT, PATCH, APPLY, DELETE, DELETECOLLECTION or
   * CONNECT.
   */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Scope of the request: cluster, namespace or resource; empty for a path without a resource. */
  readonly scope: string;
  readonly component: string;
}

const durations = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const objectives = durations.slice(2);
const bodySizes = Array.from({ length: 31 }, (_, index) => 50_000 + index * 100_000);
const responseSizes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/**
 * Returns the metrics of requests, with the names, labels and buckets of Kubernetes
 * (k8s.io/apiserver/pkg/endpoints/metrics).
 */
function requestFamilies(set: MetricSet) {
  return {
    total: set.counter("apiserver_request_total", "Requests by their labels and the code of the response."),
    duration: set.histogram("apiserver_request_duration_seconds", "Duration of requests in seconds.", durations),
    objective: set.histogram(
      "apiserver_request_sli_duration_seconds",
      "Duration of all requests except watches and dry runs, in seconds.",
      objectives,
    ),
    sizes: set.histogram("apiserver_response_sizes", "Size of responses to reads in bytes.", responseSizes),
    longRunning: set.gauge("apiserver_longrunning_requests", "Open long-running requests, such as watches."),
    bodies: set.histogram("apiserver_request_body_size_bytes", "Size of the bodies of requests in bytes.", bodySizes),
    terminations: set.counter(
      "apiserver_request_terminations_total",
      "Requests that the server has ended to protect itself: after their deadline, or above a limit.",
    ),
    validated: set.histogram(
      "field_validation_request_duration_seconds",
      "Duration of requests with the parameter fieldValidation, in seconds, by the value of the parameter.",
      objectives,
    ),
  };
}

type Families = ReturnType<typeof requestFamilies>;

export class RequestMetrics {
  readonly #families: Families;

  constructor(set: MetricSet) {
    this.#families = requestFamilies(set);
  }

  /** Measures a request with the parameter `fieldValidation`. */
  validatedFields(given: string, seconds: number): void {
    const known = given === "Strict" || given === "Warn" || given === "Ignore" ? given : "invalid";
    this.#families.validated({ field_validation: known }).observe(seconds);
  }

  /**
   * Returns the metrics of requests with these labels. Callers must call this once and reuse the
   * result.
   */
  route(labels: RequestLabels): RouteMetrics {
    return new RouteMetrics(labels, this.#families);
  }
}

/** Verbs in Kubernetes' metrics of body sizes, by the verb of the route. */
const bodyVerbs: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["PUT", "update"],
  ["APPLY", "patch"],
  ["DELETECOLLECTION", "delete"],
]);

/** Time series of the finished requests of a route with the same status code. */
interface Finished {
  readonly total: NumberSeries;
  readonly duration: HistogramSeries;
  readonly objective: HistogramSeries | undefined;
  readonly size: HistogramSeries | undefined;
}

/**
 * Counts requests with the same labels. As in Prometheus' own libraries, the output contains these
 * labels only after the first such request.
 */
export class RouteMetrics {
  readonly #labels: RequestLabels;
  readonly #families: Families;
  /** Series by status code; a negative code for dry runs. */
  readonly #finished = new Map<number, Finished>();
  #body: HistogramSeries | undefined;

  constructor(labels: RequestLabels, families: Families) {
    this.#labels = labels;
    this.#families = families;
  }

  /**
   * Counts a finished request.
   * @param seconds time since the request arrived
   * @param bytes size of the response's body
   */
  finish(code: number, seconds: number, bytes: number, isDryRun: boolean): void {
    const key = isDryRun ? -code : code;
    let series = this.#finished.get(key);
    if (series === undefined) this.#finished.set(key, (series = this.#seriesOf(code, isDryRun)));
    series.total.value++;
    series.duration.observe(seconds);
    series.objective?.observe(seconds);
    series.size?.observe(bytes);
  }

  #seriesOf(code: number, isDryRun: boolean): Finished {
    const { total, duration, objective, sizes } = this.#families;
    const { verb, ...rest } = this.#labels;
    const labels = { verb, dry_run: isDryRun ? "All" : "", ...rest };
    return {
      total: total({ ...labels, code: String(code) }),
      duration: duration(labels),
      objective: isDryRun || verb === "WATCH" ? undefined : objective({ ...this.#labels }),
      size: !isDryRun && (verb === "GET" || verb === "LIST") ? sizes({ ...this.#labels }) : undefined,
    };
  }

  /**
   * Counts a request body that was read completely. As in Kubernetes, all versions and subresources
   * of a resource share one series for each verb.
   */
  read(bytes: number): void {
    const { group, resource, verb } = this.#labels;
    this.#body ??= this.#families.bodies({ group, resource, verb: bodyVerbs.get(verb) ?? verb.toLowerCase() });
    this.#body.observe(bytes);
  }

  /**
   * Counts a request that the server ended to protect itself.
   * @param code 429 above a limit, 504 after the deadline
   */
  terminated(code: 429 | 504): void {
    this.#families.terminations({ ...this.#labels, code: String(code) }).value++;
  }

  /** Counts the beginning of a long-running request. Returns a function to call at its end. */
  opened(): () => void {
    const open = this.#families.longRunning({ ...this.#labels });
    open.value++;
    return () => {
      open.value--;
    };
  }
}
