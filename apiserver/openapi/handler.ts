import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Response, Headers, HTTPRequest } from "../http/types.js";
import { serveContent, type ServedContent } from "../http/serve-content.js";
import { parseAccept } from "../negotiation/accept.js";
import { takesGzip } from "../negotiation/compress.js";
import type { ServedDocument } from "./served-document.js";

const compress = promisify(gzip);
const year = 365 * 24 * 60 * 60 * 1000;

/**
 * Format of a served document. Clients request it by media type. Media types with an `@` are an old
 * spelling that clients still use.
 */
type Form = "json" | "protobuf";

/** Serves `/openapi/v3`. The response is always JSON; the Accept header has no effect. */
export function rootResponse(document: ServedDocument, request: HTTPRequest): Response {
  return serveContent(request, contentOf(document, "json", 3), {});
}

/**
 * Serves one OpenAPI v3 document. If the URL contains the current hash of the document, clients may
 * cache the response permanently. A request with another hash is redirected to the URL with the
 * current hash.
 */
export function serveDocument(path: string, document: ServedDocument, request: HTTPRequest): Response {
  const form = formOf(request, 3);
  if (form === undefined) return notAcceptable;
  const content = contentOf(document, form, 3);
  const headers: Headers = { vary: "Accept" };
  const hash = request.query.get("hash");
  if (hash === null || hash === "") return serveContent(request, content, headers);
  if (hash !== document.hash) return movedTo(`/openapi/v3/${path}?hash=${document.hash}`, content, headers);
  // The date ends with GMT, as HTTP requires (RFC 9110, section 5.6.7). Go writes UTC instead.
  const expires = new Date(Date.now() + year).toUTCString();
  return serveContent(request, content, { ...headers, "cache-control": "public, immutable", expires });
}

/**
 * Serves `/openapi/v2`: one document for the whole server. It is compressed for clients that accept
 * gzip and do not request ranges.
 */
export async function swaggerResponse(document: ServedDocument, request: HTTPRequest): Promise<Response> {
  const form = formOf(request, 2);
  if (form === undefined) return notAcceptable;
  const response = serveContent(request, contentOf(document, form, 2), { vary: ["Accept-Encoding", "Accept"] });
  if (response.status !== 200 || !takesGzip(request)) return response;
  return {
    ...response,
    headers: { ...response.headers, "content-encoding": "gzip" },
    body: await compress(response.body as string | Buffer),
  };
}

function movedTo(location: string, { etag, type }: ServedContent, headers: Headers): Response {
  return { status: 301, headers: { ...headers, etag, location, "content-type": type }, body: "" };
}

const notAcceptable: Response = { status: 406, headers: {}, body: "" };

function contentOf({ text, hash, lastModified, binary }: ServedDocument, form: Form, version: 2 | 3): ServedContent {
  const type =
    form === "json" ? "application/json" : `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;
  return { etag: `"${hash}"`, lastModified, type, body: form === "json" ? () => text : binary };
}

/**
 * Returns the preferred format of the client; undefined if the client accepts no supported format.
 */
function formOf(request: HTTPRequest, version: 2 | 3): Form | undefined {
  const header = request.header("accept") ?? "";
  if (header === "") return "json";
  for (const { type, subtype } of parseAccept(header)) {
    if (type !== "*" && type !== "application") continue;
    if (subtype === "*" || subtype === "json") return "json";
    const name = `com.github.proto-openapi.spec.v${version}`;
    if (subtype === `${name}.v1.0+protobuf` || subtype === `${name}@v1.0+protobuf`) return "protobuf";
  }
  return undefined;
}
