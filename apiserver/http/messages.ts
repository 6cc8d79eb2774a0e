import type { IncomingHttpHeaders } from "node:http";
import { goQuote } from "@apimachinery/runtime";
import type { Response, Headers } from "./types.js";

/** The target of a request, split into path and query. */
export interface RequestTarget {
  readonly path: string;
  /**
   * Parameters of the query. Requests without a query share one object, so it must not be changed.
   */
  readonly query: URLSearchParams;
}

/** Empty parameters that all requests without a query share. Most requests have no query. */
const emptyQuery = new URLSearchParams();

/**
 * Matches targets with scheme and host. Clients usually send this form to proxies, but servers must
 * also accept it (RFC 9112, section 3.2.2).
 */
const absoluteForm = /^https?:\/\/[^/?]+(?=\/)/i;

export function parseTarget(uri: string): RequestTarget | undefined {
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

/**
 * Returns the value of a header as one string; undefined if the header was not sent. Node returns a
 * list for some repeated headers.
 */
export function headerOf(headers: Readonly<IncomingHttpHeaders>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** A response whose complete body is a string. */
export interface TextResponse extends Response {
  readonly body: string;
}

/**
 * Returns a value of a header as Unicode text. Node decodes each byte as one character, but clients
 * of Kubernetes send names of users and groups as UTF-8.
 */
export function unicodeOf(value: string): string {
  return /^[\0-\x7f]*$/.test(value) ? value : Buffer.from(value, "latin1").toString("utf8");
}

/**
 * Returns a response with one line of plain text. Its headers prevent browsers from interpreting it
 * as another media type (Go: http.Error).
 */
export function textError(status: number, text: string, headers: Headers = {}): TextResponse {
  return {
    status,
    headers: { ...headers, "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    body: `${text}\n`,
  };
}

/** Returns a 500 in plain text that contains the target of the request (Go: InternalError). */
export function internalServerError(uri: string, message: string): Response {
  return textError(500, `Internal Server Error: ${goQuote(escapeHTML(uri))}: ${escapeHTML(message)}`);
}

/** Escapes text from clients, so that browsers do not interpret it as HTML. */
export function escapeHTML(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character);
}
