import { SeriesCounter, type MetricSet, type NumberSeries } from "./series.js";

/** Metrics of the audit, with Kubernetes' names. */
export class AuditMetrics {
  readonly #events: NumberSeries;
  readonly #rejected: NumberSeries;
  readonly #errors: SeriesCounter;
  readonly #levels: SeriesCounter;
  readonly #byPlugin = new Map<string, NumberSeries>();
  readonly #byLevel = new Map<string, NumberSeries>();

  constructor(set: MetricSet) {
    this.#events = new SeriesCounter(set, {
      name: "apiserver_audit_event_total",
      help: "Audit events that the backends received.",
    }).series({});
    this.#errors = new SeriesCounter(set, {
      name: "apiserver_audit_error_total",
      help: "Audit events that a plugin has lost, by plugin.",
    });
    this.#levels = new SeriesCounter(set, {
      name: "apiserver_audit_level_total",
      help: "Requests by the level that the audit policy gives them.",
    });
    this.#rejected = new SeriesCounter(set, {
      name: "apiserver_audit_requests_rejected_total",
      help: "Requests that were refused because their audit event could not be stored.",
    }).series({});
  }

  /** Counts an audit event that the server passes to its backends. */
  event(): void {
    this.#events.value++;
  }

  /** Counts events that a plugin has lost. */
  lost(plugin: string, count: number): void {
    seriesOf(this.#byPlugin, this.#errors, "plugin", plugin).value += count;
  }

  /** Counts a request by the level that the policy gives it. */
  level(level: string): void {
    seriesOf(this.#byLevel, this.#levels, "level", level).value++;
  }

  /** Counts a request that was refused because its event could not be stored. */
  rejected(): void {
    this.#rejected.value++;
  }
}

function seriesOf(
  known: Map<string, NumberSeries>,
  counter: SeriesCounter,
  label: string,
  value: string,
): NumberSeries {
  let series = known.get(value);
  if (series === undefined) known.set(value, (series = counter.series({ [label]: value })));
  return series;
}
