import { goQuote, shortened } from "@apimachinery/runtime";
import { failure } from "../errors/status-error.js";
import type { APIRequest } from "../request/api-request.js";
import { isAllowedOrigin } from "./cors.js";
import type { Filter } from "./filter.js";

/**
 * Refuses requests that a browser sends for web pages of other servers. A browser adds the client
 * certificate of its user to them, and many of them come without a preflight request. Clients that
 * are no browsers send neither of the two headers.
 */
export const crossSite: Filter =
  (next, { run }) =>
  (request) => {
    const origin = request.header("origin");
    const site = request.header("sec-fetch-site");
    if (origin === undefined && site !== "cross-site") return next(request);
    if (origin === undefined && isNavigation(request)) return next(request);
    if (origin !== undefined && (isOwnPage(request, origin, site) || isAllowedOrigin(origin, run)))
      return next(request);
    const page = origin === undefined ? "another site" : goQuote(shortened(origin));
    const allowed = "only its own pages and those of --cors-allowed-origins may";
    const message = `web pages of ${page} may not use this server: ${allowed}`;
    throw failure({ code: 403, reason: "Forbidden", message, details: {} });
  };

/** A browser behind a proxy that changes the host says itself that the page has the same origin. */
function isOwnPage(request: APIRequest, origin: string, site: string | undefined): boolean {
  if (site !== undefined) return site === "same-origin";
  const host = request.header(":authority") ?? request.header("host");
  const own = originOf(`https://${host ?? ""}`);
  return own !== undefined && originOf(origin) === own;
}

/** Undefined for a text that is not a URL, as the `null` of a page without an origin. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/**
 * A link that the user follows: the user sees the response, the page that has the link does not.
 */
function isNavigation(request: APIRequest): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && request.header("sec-fetch-mode") === "navigate" && request.header("sec-fetch-dest") === "document";
}
