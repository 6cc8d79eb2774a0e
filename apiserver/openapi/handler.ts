import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Answer, Headers, HTTPRequest } from "../http/exchange.js";
import { parseAccept } from "../negotiation/accept.js";
import { takesGzip } from "../negotiation/compress.js";
import type { ServedDocument } from "./served-document.js";

const compress = promisify(gzip);
const year = 365 * 24 * 60 * 60 * 1000;

/** The forms of a document. The `@` stood in the name once, and clients still ask so. */
type Form = "json" | "protobuf";

/** `/openapi/v3` itself: JSON, whatever a client would rather have. */
export function rootAnswer(document: ServedDocument, request: HTTPRequest): Answer {
  return conditional(document, request, "json", 3, cached(document));
}

/** One document. Asked for by its hash it may be kept for ever; by another's, the client is sent to the right one. */
export function documentAnswer(path: string, document: ServedDocument, request: HTTPRequest): Answer {
  const form = formOf(request, 3);
  const headers: Headers = { ...cached(document), vary: "Accept" };
  if (form === undefined) return notAcceptable;
  const hash = request.query.get("hash");
  if (hash === null || hash === "") return conditional(document, request, form, 3, headers);
  if (hash !== document.hash) return { status: 301, headers: { etag: quoted(document), vary: "Accept", location: `/openapi/v3/${path}?hash=${document.hash}` }, body: "" };
  // Go writes UTC here; HTTP knows only GMT (RFC 9110, section 5.6.7).
  const expires = new Date(Date.now() + year).toUTCString();
  return conditional(document, request, form, 3, { ...headers, "cache-control": "public, immutable", expires });
}

/** `/openapi/v2`: everything in one, compressed for whoever takes that. */
export async function swaggerAnswer(document: ServedDocument, request: HTTPRequest): Promise<Answer> {
  const form = formOf(request, 2);
  if (form === undefined) return notAcceptable;
  const answer = conditional(document, request, form, 2, { ...cached(document), vary: ["Accept-Encoding", "Accept"] });
  if (answer.status !== 200 || !takesGzip(request)) return answer;
  return { ...answer, headers: { ...answer.headers, "content-encoding": "gzip" }, body: await compress(answer.body as string | Buffer) };
}

const notAcceptable: Answer = { status: 406, headers: {}, body: "" };

function cached(document: ServedDocument): Headers {
  return { etag: quoted(document), "last-modified": document.lastModified, "accept-ranges": "bytes" };
}

function conditional(document: ServedDocument, request: HTTPRequest, form: Form, version: 2 | 3, headers: Headers): Answer {
  if (matches(request.header("if-none-match"), quoted(document))) return { status: 304, headers, body: "" };
  const type = form === "json" ? "application/json" : `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;
  return { status: 200, headers: { ...headers, "content-type": type }, body: form === "json" ? document.text : document.binary() };
}

/** The weak comparison of RFC 9110, section 13.1.2. */
function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}

/** Undefined where a client takes none of the forms. */
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

function quoted({ hash }: ServedDocument): string {
  return `"${hash}"`;
}
