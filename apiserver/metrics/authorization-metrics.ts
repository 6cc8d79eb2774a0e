import type { Verdict } from "../request/authorizer.js";
import { measuredEvents, measuredReviews, type MetricSet } from "./series.js";

/** Returns the metrics of authorization and impersonation, with Kubernetes' names. */
export function authorizationMetrics(set: MetricSet) {
  const attempted = measuredEvents(
    set,
    "authorization_attempts_total",
    "authorization_duration_seconds",
    "Authorizations of requests by result",
  );
  const reviewed = measuredReviews(set, "apiserver_delegated_authz_request", "access reviews");
  const impersonated = measuredEvents(
    set,
    "apiserver_impersonation_attempts_total",
    "apiserver_impersonation_attempts_duration_seconds",
    "Impersonations by mode and decision",
  );
  const impersonationChecked = measuredEvents(
    set,
    "apiserver_impersonation_authorization_attempts_total",
    "apiserver_impersonation_authorization_attempts_duration_seconds",
    "Authorizations during impersonations by mode and decision",
  );
  return {
    /** Counts the authorization of a request. In all methods, durations are in seconds. */
    authorized({ decision, error }: Verdict, seconds: number): void {
      attempted({ result: resultOf(decision, error) }, seconds);
    },
    reviewed,
    /** Counts an impersonation. The mode is empty if the impersonation was denied. */
    impersonated(mode: string, isAllowed: boolean, seconds: number): void {
      impersonated({ mode, decision: isAllowed ? "allowed" : "denied" }, seconds);
    },
    /** Counts an access check that an impersonation required. */
    impersonationChecked(mode: string, isAllowed: boolean, seconds: number): void {
      impersonationChecked({ mode, decision: isAllowed ? "allowed" : "denied" }, seconds);
    },
  };
}

function resultOf(decision: Verdict["decision"], error: Error | undefined): string {
  if (decision === "allow") return "allowed";
  if (error !== undefined) return "error";
  return decision === "deny" ? "denied" : "no-opinion";
}
