import { MeasuredEvents } from "./measured-events.js";
import { SeriesCounter, SeriesHistogram, type HistogramSeries, type MetricSet, type NumberSeries } from "./series.js";

/** Upper bounds of the histograms of Kubernetes' filters, in seconds: 1 ms to 16 s. */
const filterDurations = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);
const reviewDurations = [0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10];

/** Upper bounds of the remaining validity of client certificates, in seconds, as in Kubernetes. */
const lifetimes = [
  ...[0, 0.5, 1, 2, 6, 12].map((hours) => hours * 3600),
  ...[1, 2, 4, 7, 30, 90, 180, 360].map((days) => days * 24 * 3600),
];

/** User names that appear in the metrics. All other users are counted together. */
const knownUsers: ReadonlySet<string> = new Set([
  "admin",
  "client",
  "kube_proxy",
  "kubelet",
  "system:serviceaccount:kube-system:default",
]);

/** Metrics of authentication, with Kubernetes' names. */
export class AuthenticationMetrics {
  readonly #attempts: MeasuredEvents<"result">;
  readonly #reviews: MeasuredEvents<"code">;
  readonly #users: SeriesCounter;
  readonly #certificates: HistogramSeries;
  readonly #byUser = new Map<string, NumberSeries>();

  constructor(set: MetricSet) {
    this.#users = new SeriesCounter(set, {
      name: "authenticated_user_requests",
      help: "Authenticated requests by user name; most names are counted together.",
    });
    this.#certificates = new SeriesHistogram(
      set,
      {
        name: "apiserver_client_certificate_expiration_seconds",
        help: "Remaining lifetime of the client certificate of a request in seconds.",
      },
      lifetimes,
    ).series({});
    this.#attempts = new MeasuredEvents(set, {
      total: "authentication_attempts",
      duration: "authentication_duration_seconds",
      help: "Requests by the result of authentication",
      bounds: filterDurations,
    });
    this.#reviews = new MeasuredEvents(set, {
      total: "apiserver_delegated_authn_request_total",
      duration: "apiserver_delegated_authn_request_duration_seconds",
      help: "Requests for token reviews by status code",
      bounds: reviewDurations,
    });
  }

  /**
   * Counts a request with a client certificate.
   * @param expires end of the certificate's validity, in milliseconds since 1970
   */
  presented(expires: number): void {
    this.#certificates.observe((expires - Date.now()) / 1000);
  }

  /** Counts a request whose user is known. In all methods, durations are in seconds. */
  succeeded(user: string, seconds: number): void {
    const username = knownUsers.has(user) ? user : user.includes("@") ? "email_id" : "other";
    let series = this.#byUser.get(username);
    if (series === undefined) this.#byUser.set(username, (series = this.#users.series({ username })));
    series.value++;
    this.#attempts.add({ result: "success" }, seconds);
  }

  /** Counts a request whose credentials are invalid. */
  failed(seconds: number): void {
    this.#attempts.add({ result: "error" }, seconds);
  }

  /** Counts a review request to the cluster. The code is `<error>` if no response arrived. */
  reviewed(code: string, seconds: number): void {
    this.#reviews.add({ code }, seconds);
  }
}
