import type { APIRequest } from "./api-request.js";

/** The properties of a request on which its authorization depends (Go: authorizer.Attributes). */
export type AuthorizationAttributes = Pick<APIRequest, "user" | "info">;

/**
 * Decides whether a request is allowed. `no opinion` leaves the decision to the next authorizer. If
 * no authorizer allows the request, it is forbidden. An authorizer that throws has no opinion, and
 * the request fails unless a later authorizer allows it.
 */
export type Authorizer = (attributes: AuthorizationAttributes) => Decision | Verdict | Promise<Decision | Verdict>;
export type Decision = "allow" | "deny" | "no opinion";

/** A decision with its explanation. */
export interface Verdict {
  readonly decision: Decision;
  /** Explanation for the user. The message of a refused request contains it. */
  readonly reason?: string;
  /** Error that the authorizer has encountered. It is ignored if the decision is `allow`. */
  readonly error?: Error;
}
