import { goQuote, shortened } from "@apimachinery/runtime";
import { failure, type StatusError } from "../errors/status-error.js";
import type { APIRequest } from "../request/api-request.js";
import { isAllowedOrigin } from "./cors.js";
import type { RequestFilter } from "./filter.js";

/**
 * Refuses requests that a browser sends on behalf of other servers' web pages. A browser adds the
 * client certificate of its user, and sends many of these requests without a preflight request.
 * Browsers mark them with `Sec-Fetch-Site` or `Origin`; other clients send neither header.
 */
export const crossSite: RequestFilter =
  (next, { run }) =>
  (request) => {
    const origin = request.header("origin");
    const site = request.header("sec-fetch-site");
    // As in Go, a watch over a websocket needs an origin, which browsers always send.
    if (request.isWebSocket === true && request.info.verb === "watch" && (origin ?? "") === "")
      throw forbidden("a watch over a websocket needs the header Origin");
    if (origin === undefined && site !== "cross-site") return next(request);
    if (origin === undefined && isNavigation(request)) return next(request);
    if (origin !== undefined && (isOwnPage(request, origin, site) || isAllowedOrigin(origin, run)))
      return next(request);
    const page = origin === undefined ? "another site" : goQuote(shortened(origin));
    const allowed = "only pages of this server and of the origins in --cors-allowed-origins may";
    throw forbidden(`web pages of ${page} may not use this server: ${allowed}`);
  };

function forbidden(message: string): StatusError {
  return failure({ code: 403, reason: "Forbidden", message, details: {} });
}

/**
 * Reports whether the page has the server's origin. If the header `Sec-Fetch-Site` is present, only
 * this header is used, because a proxy can change the host.
 */
function isOwnPage(request: APIRequest, origin: string, site: string | undefined): boolean {
  if (site !== undefined) return site === "same-origin";
  const host = request.header(":authority") ?? request.header("host");
  const own = originOf(`https://${host ?? ""}`);
  return own !== undefined && originOf(origin) === own;
}

/**
 * Returns the origin of a URL; undefined for another string, such as the `null` of a page without
 * an origin.
 */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/**
 * Reports whether the user follows a link or opens a page. In this case, the user sees the
 * response, and the page with the link cannot read it.
 */
function isNavigation(request: APIRequest): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && request.header("sec-fetch-mode") === "navigate" && request.header("sec-fetch-dest") === "document";
}
