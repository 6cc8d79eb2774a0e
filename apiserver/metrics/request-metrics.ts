import {
  SeriesCounter,
  SeriesGauge,
  SeriesHistogram,
  type HistogramSeries,
  type Labels,
  type MetricSet,
  type NumberSeries,
} from "./series.js";

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
const validated = durations.slice(2);
const bodySizes = Array.from({ length: 31 }, (_, index) => 50_000 + index * 100_000);
const sizes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/**
 * Metrics of requests, with the names, labels and buckets of Kubernetes
 * (k8s.io/apiserver/pkg/endpoints/metrics).
 */
export class RequestMetrics {
  readonly #total: SeriesCounter;
  readonly #duration: SeriesHistogram;
  readonly #objective: SeriesHistogram;
  readonly #sizes: SeriesHistogram;
  readonly #longRunning: SeriesGauge;
  readonly #bodies: SeriesHistogram;
  readonly #bodiesOf = new Map<string, HistogramSeries>();
  readonly #terminations: SeriesCounter;
  readonly #validated: SeriesHistogram;
  readonly #validatedBy = new Map<string, HistogramSeries>();

  constructor(set: MetricSet) {
    this.#total = new SeriesCounter(set, {
      name: "apiserver_request_total",
      help: "Requests by their labels and the code of the response.",
    });
    this.#duration = new SeriesHistogram(
      set,
      { name: "apiserver_request_duration_seconds", help: "Duration of requests in seconds." },
      durations,
    );
    this.#objective = new SeriesHistogram(
      set,
      {
        name: "apiserver_request_sli_duration_seconds",
        help: "Duration of requests that count for service levels, in seconds: neither watches nor dry runs.",
      },
      objectives,
    );
    this.#sizes = new SeriesHistogram(
      set,
      { name: "apiserver_response_sizes", help: "Size of responses to reads in bytes." },
      sizes,
    );
    this.#longRunning = new SeriesGauge(set, {
      name: "apiserver_longrunning_requests",
      help: "Open watches.",
    });
    this.#bodies = new SeriesHistogram(
      set,
      { name: "apiserver_request_body_size_bytes", help: "Size of the bodies of requests in bytes." },
      bodySizes,
    );
    this.#terminations = new SeriesCounter(set, {
      name: "apiserver_request_terminations_total",
      help: "Requests that the server has ended to protect itself: after their deadline, or above a limit.",
    });
    this.#validated = new SeriesHistogram(
      set,
      {
        name: "field_validation_request_duration_seconds",
        help: "Duration of requests by their fieldValidation in seconds; requests without it do not count.",
      },
      validated,
    );
  }

  /** Measures a request with the parameter `fieldValidation`. */
  validatedFields(given: string, seconds: number): void {
    const known = given === "Strict" || given === "Warn" || given === "Ignore" ? given : "invalid";
    seriesOf(this.#validatedBy, known, () => this.#validated.series({ field_validation: known })).observe(seconds);
  }

  /**
   * Returns the metrics of requests with these labels. Callers must call this once and reuse the
   * result.
   */
  route(labels: RequestLabels): RouteMetrics {
    return new RouteMetrics(labels, {
      code: (all) => this.#total.series(all),
      duration: (all) => this.#duration.series(all),
      objective: () => this.#objective.series({ ...labels }),
      size: () => this.#sizes.series({ ...labels }),
      open: () => this.#longRunning.series({ ...labels }),
      termination: (code) => this.#terminations.series({ ...labels, code: String(code) }),
      body: () => this.#bodySeries(labels),
    });
  }

  /**
   * As in Kubernetes, all versions and subresources of a resource share one series for each verb.
   */
  #bodySeries({ group, resource, verb }: RequestLabels): HistogramSeries {
    const written = bodyVerbs.get(verb) ?? verb.toLowerCase();
    return seriesOf(this.#bodiesOf, `${written} ${group}/${resource}`, () =>
      this.#bodies.series({ group, resource, verb: written }),
    );
  }
}

/** Verbs in Kubernetes' metrics of body sizes, by the verb of the route. */
const bodyVerbs: ReadonlyMap<string, string> = new Map([
  ["POST", "create"],
  ["PUT", "update"],
  ["APPLY", "patch"],
  ["DELETECOLLECTION", "delete"],
]);

/** Returns the series of a key. Creates it at the first call. */
function seriesOf<T>(known: Map<string, T>, key: string, create: () => T): T {
  let series = known.get(key);
  if (series === undefined) known.set(key, (series = create()));
  return series;
}

interface Families {
  code(labels: Labels): NumberSeries;
  duration(labels: Labels): HistogramSeries;
  objective(): HistogramSeries;
  size(): HistogramSeries;
  open(): NumberSeries;
  termination(code: number): NumberSeries;
  body(): HistogramSeries;
}

/**
 * Counts requests with the same labels. As in Prometheus' own libraries, the output contains these
 * labels only after the first such request.
 */
export class RouteMetrics {
  readonly #labels: RequestLabels;
  readonly #families: Families;
  readonly #isRead: boolean;
  readonly #isWatch: boolean;
  #codes = new Map<number, NumberSeries>();
  #dryCodes = new Map<number, NumberSeries>();
  #duration: HistogramSeries | undefined;
  #dryDuration: HistogramSeries | undefined;
  #objective: HistogramSeries | undefined;
  #size: HistogramSeries | undefined;
  #open: NumberSeries | undefined;
  #body: HistogramSeries | undefined;
  readonly #terminations = new Map<string, NumberSeries>();

  constructor(labels: RequestLabels, families: Families) {
    this.#labels = labels;
    this.#families = families;
    this.#isRead = labels.verb === "GET" || labels.verb === "LIST";
    this.#isWatch = labels.verb === "WATCH";
  }

  /**
   * Counts a finished request.
   * @param seconds time since the request arrived
   * @param bytes size of the response's body
   */
  finish(code: number, seconds: number, bytes: number, isDryRun: boolean): void {
    const codes = isDryRun ? this.#dryCodes : this.#codes;
    let series = codes.get(code);
    if (series === undefined)
      codes.set(code, (series = this.#families.code({ ...this.#withDryRun(isDryRun), code: String(code) })));
    series.value++;
    if (isDryRun) {
      (this.#dryDuration ??= this.#families.duration(this.#withDryRun(true))).observe(seconds);
      return;
    }
    (this.#duration ??= this.#families.duration(this.#withDryRun(false))).observe(seconds);
    if (this.#isWatch) return;
    (this.#objective ??= this.#families.objective()).observe(seconds);
    if (this.#isRead) (this.#size ??= this.#families.size()).observe(bytes);
  }

  /** Counts a request body that was read completely. */
  read(bytes: number): void {
    (this.#body ??= this.#families.body()).observe(bytes);
  }

  /**
   * Counts a request that the server ended to protect itself.
   * @param code 429 above a limit, 504 after the deadline
   */
  terminated(code: 429 | 504): void {
    seriesOf(this.#terminations, String(code), () => this.#families.termination(code)).value++;
  }

  /** Counts the beginning of a long-running request. Returns a function to call at its end. */
  opened(): () => void {
    const open = (this.#open ??= this.#families.open());
    open.value++;
    return () => {
      open.value--;
    };
  }

  #withDryRun(isDryRun: boolean): Labels {
    const { verb, ...rest } = this.#labels;
    return { verb, dry_run: isDryRun ? "All" : "", ...rest };
  }
}
