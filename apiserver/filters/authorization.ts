import { shortened } from "@apimachinery/runtime";
import { forbiddenStatus } from "../authorization/forbidden.js";
import { judgeRequest } from "../authorization/judge.js";
import { internalServerError } from "../http/messages.js";
import type { APIRequest } from "../request/api-request.js";
import type { Verdict } from "../request/authorizer.js";
import { addLatency } from "../tracing/latencies.js";
import { after } from "../util/after.js";
import type { RequestFilter } from "./filter.js";

/**
 * Responds with 403 to requests that the user is not allowed to make. If the authorizers have
 * failed, responds with 500, so that no request is served without a decision.
 */
export const authorizationFilter: RequestFilter =
  (next, { authorizers, metrics, log }) =>
  (request) => {
    const since = performance.now();
    return after(judgeRequest(authorizers, request), (verdict) => {
      addLatency("authorization", since);
      request.verdict = verdict;
      const seconds = (performance.now() - since) / 1000;
      metrics.authorization.authorized(verdict, seconds);
      metrics.filters.authorization.observe(seconds);
      annotate(request, verdict);
      if (verdict.decision === "allow") return next(request);
      if (verdict.error !== undefined) {
        log(`no authorization of ${request.method} ${request.uri}`, verdict.error);
        return Promise.resolve(internalServerError(shortened(request.uri), verdict.error.message));
      }
      // The header prevents browsers from guessing the media type of the response.
      request.responseHeaders["x-content-type-options"] = "nosniff";
      throw forbiddenStatus(request, verdict.reason);
    });
  };

/**
 * Adds the decision to the audit event. After a failure of the authorizers, only the reason is
 * added.
 */
function annotate({ annotations }: APIRequest, { decision, reason = "", error }: Verdict): void {
  const isFailure = decision !== "allow" && error !== undefined;
  if (!isFailure) annotations.add("authorization.k8s.io/decision", decision === "allow" ? "allow" : "forbid");
  annotations.add("authorization.k8s.io/reason", isFailure ? "internal error" : reason);
}
