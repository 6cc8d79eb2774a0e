import type { Verdict } from "../request/authorizer.js";
import { MeasuredEvents } from "./measured-events.js";
import type { MetricSet } from "./series.js";

/** Upper bounds of the histograms of Kubernetes' filters, in seconds: 1 ms to 16 s. */
const filterDurations = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);
const reviewDurations = [0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10];

/** Metrics of authorization and impersonation, with Kubernetes' names. */
export class AuthorizationMetrics {
  readonly #attempts: MeasuredEvents<"result">;
  readonly #reviews: MeasuredEvents<"code">;
  readonly #impersonations: MeasuredEvents<"mode" | "decision">;
  readonly #impersonationChecks: MeasuredEvents<"mode" | "decision">;

  constructor(set: MetricSet) {
    this.#attempts = new MeasuredEvents(set, {
      total: "authorization_attempts_total",
      duration: "authorization_duration_seconds",
      help: "Authorizations of requests by result",
      bounds: filterDurations,
    });
    this.#reviews = new MeasuredEvents(set, {
      total: "apiserver_delegated_authz_request_total",
      duration: "apiserver_delegated_authz_request_duration_seconds",
      help: "Requests for access reviews by status code",
      bounds: reviewDurations,
    });
    this.#impersonations = new MeasuredEvents(set, {
      total: "apiserver_impersonation_attempts_total",
      duration: "apiserver_impersonation_attempts_duration_seconds",
      help: "Impersonations by mode and decision",
      bounds: filterDurations,
    });
    this.#impersonationChecks = new MeasuredEvents(set, {
      total: "apiserver_impersonation_authorization_attempts_total",
      duration: "apiserver_impersonation_authorization_attempts_duration_seconds",
      help: "Authorizations during impersonations by mode and decision",
      bounds: filterDurations,
    });
  }

  /** Counts the authorization of a request. In all methods, durations are in seconds. */
  authorized({ decision, error }: Verdict, seconds: number): void {
    this.#attempts.add({ result: resultOf(decision, error) }, seconds);
  }

  /** Counts a review request to the cluster. The code is `<error>` if no response arrived. */
  reviewed(code: string, seconds: number): void {
    this.#reviews.add({ code }, seconds);
  }

  /** Counts an impersonation. The mode is empty if the impersonation was denied. */
  impersonated(mode: string, isAllowed: boolean, seconds: number): void {
    this.#impersonations.add({ mode, decision: allowed(isAllowed) }, seconds);
  }

  /** Counts an access check that an impersonation required. */
  impersonationChecked(mode: string, isAllowed: boolean, seconds: number): void {
    this.#impersonationChecks.add({ mode, decision: allowed(isAllowed) }, seconds);
  }
}

function allowed(isAllowed: boolean): string {
  return isAllowed ? "allowed" : "denied";
}

function resultOf(decision: Verdict["decision"], error: Error | undefined): string {
  if (decision === "allow") return "allowed";
  if (error !== undefined) return "error";
  return decision === "deny" ? "denied" : "no-opinion";
}
