import { SeriesGauge, type Labels, type MetricSet, type NumberSeries } from "./series.js";

/** What a request is about that was made to a version which is going away. */
export interface DeprecatedLabels extends Labels {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** `major.minor`; empty where nobody has said yet. */
  readonly removed_release: string;
}

/** `apiserver_requested_deprecated_apis`: what somebody still asks for, each with 1. */
export class DeprecationMetrics {
  readonly #gauge: SeriesGauge;

  constructor(set: MetricSet) {
    this.#gauge = new SeriesGauge(set, {
      name: "apiserver_requested_deprecated_apis",
      help: "Deprecated versions that were asked for, with the release that will not have them.",
    });
  }

  /** One resource or subresource; ask once and keep it. @returns what to call with each request */
  route(labels: DeprecatedLabels): () => void {
    let series: NumberSeries | undefined;
    return () => {
      (series ??= this.#gauge.series(labels)).value = 1;
    };
  }
}
