import type { IncomingHttpHeaders } from "node:http";
import { goQuote } from "@apimachinery/runtime";
import type { Response, Headers } from "./types.js";

/** What a request's target says. Undefined for one that is no path, or has a broken escape. */
export interface Target {
  readonly path: string;
  /** Shared by requests without a query: it is only read. */
  readonly query: URLSearchParams;
}

/** Most requests have none. */
const emptyQuery = new URLSearchParams();

/** What a proxy is asked for, and a server has to understand too (RFC 9112, section 3.2.2). */
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

/** A header's value, its lines joined; Node keeps some as lists. */
export function headerOf(headers: Readonly<IncomingHttpHeaders>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** Go's http.Error: a line of plain text that browsers are told not to take for anything else. */
export function textError(status: number, text: string, headers: Headers = {}): Response {
  return {
    status,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: `${text}\n`,
  };
}

/** What the chain answers where a request breaks before anybody knows what it is about. */
export function internalServerError(uri: string, message: string): Response {
  return textError(500, `Internal Server Error: ${goQuote(escapeHTML(uri))}: ${escapeHTML(message)}`);
}

/** Paths come from clients: they are shown as text. */
export function escapeHTML(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character);
}
