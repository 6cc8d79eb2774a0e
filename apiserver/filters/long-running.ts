import type { APIRequest } from "../request/api-request.js";

/** Reports whether a request has no deadline: a watch, a connection to a handler, or a profile. */
export function isLongRunning(request: Pick<APIRequest, "info" | "path">): boolean {
  return request.info.verb === "watch" || request.info.isConnect === true || request.path.startsWith("/debug/pprof/");
}
