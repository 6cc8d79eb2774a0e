import { SeriesGauge, type Labels, type MetricSet, type NumberSeries } from "./series.js";

/** Labels of a request to a deprecated version. */
export interface DeprecatedLabels extends Labels {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** `major.minor`; empty where the release is not known. */
  readonly removed_release: string;
}

/** `apiserver_requested_deprecated_apis`: 1 for each deprecated version that was requested. */
export class DeprecationMetrics {
  readonly #gauge: SeriesGauge;

  constructor(set: MetricSet) {
    this.#gauge = new SeriesGauge(set, {
      name: "apiserver_requested_deprecated_apis",
      help: "Deprecated versions that were requested, with the release that removes them.",
    });
  }

  /**
   * Returns a function that counts the requests to one resource or subresource. Callers keep the
   * function.
   */
  route(labels: DeprecatedLabels): () => void {
    let series: NumberSeries | undefined;
    return () => {
      (series ??= this.#gauge.series(labels)).value = 1;
    };
  }
}
