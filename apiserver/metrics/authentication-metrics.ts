import { measuredEvents, measuredReviews, type MetricSet } from "./series.js";

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

/** Returns the metrics of authentication, with Kubernetes' names. */
export function authenticationMetrics(set: MetricSet) {
  const users = set.counter(
    "authenticated_user_requests",
    "Authenticated requests by user name; most names are counted together.",
  );
  const certificates = set.histogram(
    "apiserver_client_certificate_expiration_seconds",
    "Remaining lifetime of the client certificate of a request in seconds.",
    lifetimes,
  )({});
  const attempted = measuredEvents(
    set,
    "authentication_attempts",
    "authentication_duration_seconds",
    "Requests by the result of authentication",
  );
  const reviewed = measuredReviews(set, "apiserver_delegated_authn_request", "token reviews");
  return {
    /**
     * Counts a request with a client certificate.
     * @param expires end of the certificate's validity, in milliseconds since 1970
     */
    presented(expires: number): void {
      certificates.observe((expires - Date.now()) / 1000);
    },
    /** Counts a request whose user is known. In all methods, durations are in seconds. */
    succeeded(user: string, seconds: number): void {
      users({ username: knownUsers.has(user) ? user : user.includes("@") ? "email_id" : "other" }).value++;
      attempted({ result: "success" }, seconds);
    },
    /** Counts a request whose credentials are invalid. */
    failed(seconds: number): void {
      attempted({ result: "error" }, seconds);
    },
    reviewed,
  };
}
