import type { APIRequest } from "./api-request.js";

/**
 * Decides whether a request is allowed. `no opinion` leaves the decision to the next authorizer. If
 * no authorizer allows the request, it is forbidden.
 */
export type Authorizer = (request: APIRequest) => Decision | Promise<Decision>;
export type Decision = "allow" | "deny" | "no opinion";
