import type { Answer, Headers, HTTPRequest } from "../http/exchange.js";
import { parseAccept } from "../negotiation/accept.js";
import type { OpenAPIDocument } from "./documents.js";

const year = 365 * 24 * 60 * 60 * 1000;

/** `/openapi/v3` itself: JSON, whatever a client would rather have. */
export function rootAnswer(document: OpenAPIDocument, request: HTTPRequest): Answer {
  return conditional(document, request, { etag: quoted(document) });
}

/** One document. Asked for by its hash it may be kept for ever; by another's, the client is sent to the right one. */
export function documentAnswer(path: string, document: OpenAPIDocument, request: HTTPRequest): Answer {
  const headers: Headers = { etag: quoted(document), vary: "Accept" };
  if (!takesJSON(request)) return { status: 406, headers: {}, body: "" };
  const hash = request.query.get("hash");
  if (hash === null) return conditional(document, request, headers);
  if (hash !== document.hash) return { status: 301, headers: { ...headers, location: `/openapi/v3/${path}?hash=${document.hash}` }, body: "" };
  const expires = new Date(Date.now() + year).toUTCString();
  return conditional(document, request, { ...headers, "cache-control": "public, immutable", expires });
}

function conditional(document: OpenAPIDocument, request: HTTPRequest, headers: Headers): Answer {
  if (request.header("if-none-match") === quoted(document)) return { status: 304, headers, body: "" };
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: document.text };
}

function takesJSON(request: HTTPRequest): boolean {
  const clauses = parseAccept(request.header("accept") ?? "*/*");
  return clauses.some(({ type, subtype }) => (type === "*" || type === "application") && (subtype === "*" || subtype === "json"));
}

function quoted({ hash }: OpenAPIDocument): string {
  return `"${hash}"`;
}
