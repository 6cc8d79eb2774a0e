import { SeriesGauge, type Labels, type MetricSet, type NumberSeries } from "./series.js";

/** Labels of the metric of a deprecated version. */
export interface DeprecatedLabels extends Labels {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** Release that removes the version, as `major.minor`; empty if it is not known. */
  readonly removed_release: string;
}

/**
 * The metric `apiserver_requested_deprecated_apis`. It has the value 1 for each deprecated version
 * that a client has requested.
 */
export class DeprecationMetrics {
  readonly #gauge: SeriesGauge;

  constructor(set: MetricSet) {
    this.#gauge = new SeriesGauge(set, {
      name: "apiserver_requested_deprecated_apis",
      help: "Deprecated versions that were requested, with the release that removes them.",
    });
  }

  /**
   * Returns a function that records a request to one resource or subresource. Callers must call
   * this method once and reuse the function.
   */
  route(labels: DeprecatedLabels): () => void {
    let series: NumberSeries | undefined;
    return () => {
      (series ??= this.#gauge.series(labels)).value = 1;
    };
  }
}
