import type { IncomingHttpHeaders } from "node:http";
import { goQuote } from "@apimachinery/runtime";
import type { Response, Headers } from "./types.js";

/** Path and query of a request. */
export interface Target {
  readonly path: string;
  /** Shared by requests without a query, so it must not be changed. */
  readonly query: URLSearchParams;
}

/** Most requests do not have a query. */
const emptyQuery = new URLSearchParams();

/** The form of targets for proxies, which servers must accept too (RFC 9112, section 3.2.2). */
const absoluteForm = /^https?:\/\/[^/?]+(?=\/)/i;

export function parseTarget(uri: string): Target | undefined {
  const mark = uri.indexOf("?");
  const escaped = mark < 0 ? uri : uri.slice(0, mark);
  const query = mark < 0 ? emptyQuery : new URLSearchParams(uri.slice(mark + 1));
  if (!escaped.startsWith("/")) return absoluteForm.test(uri) ? parseTarget(uri.replace(absoluteForm, "")) : undefined;
  if (!escaped.includes("%")) return { path: escaped, query };
  try {
    return { path: decodeURIComponent(escaped), query };
  } catch {
    return undefined;
  }
}

/** Returns the value of a header. Joins the lines that Node keeps as a list. */
export function headerOf(headers: Readonly<IncomingHttpHeaders>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/**
 * Returns a line of plain text that browsers must not interpret as another type: Go's http.Error.
 */
export function textError(status: number, text: string, headers: Headers = {}): Response {
  return {
    status,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: `${text}\n`,
  };
}

/** Returns the response for a request that fails before its path is parsed. */
export function internalServerError(uri: string, message: string): Response {
  return textError(500, `Internal Server Error: ${goQuote(escapeHTML(uri))}: ${escapeHTML(message)}`);
}

/** Escapes text of clients, so that browsers show it as text. */
export function escapeHTML(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character);
}
