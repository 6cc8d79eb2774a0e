import type { APIHandler } from "../request/api-request.js";
import { groupPaths, groupsPaths, legacyPaths, versionPaths } from "./discovery-paths.js";
import {
  plainDocument,
  versionDocument,
  type DocumentedVersion,
  type DocumentInfo,
  type OpenAPIV3,
} from "./documents.js";
import { encodeSwagger } from "./gnostic/v2.js";
import { encodeDocument } from "./gnostic/v3.js";
import type { Paths } from "./operation.js";
import { swaggerOf } from "./swagger.js";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Response, Headers, HTTPRequest } from "../http/types.js";
import { serveContent, type ServedContent } from "../http/serve-content.js";
import { parseAccept } from "../negotiation/accept.js";
import { takesGzip } from "../negotiation/compress.js";
import { createHash } from "node:crypto";
import { jsonText } from "@apimachinery/runtime";

/** A document that is created with the first request for it. */
interface Lazy {
  readonly value: () => Promise<OpenAPIV3>;
  readonly served: () => Promise<ServedDocument>;
}

/**
 * The OpenAPI documents of a server. Each document is created with the first request for it and
 * then reused.
 */
export class OpenAPIService {
  readonly #info: DocumentInfo;
  readonly #documents = new Map<string, Lazy>();
  readonly #root = once(() => this.#makeRoot());
  readonly #swagger = once(() => this.#makeSwagger());
  #paths: Map<string, APIHandler> | undefined;

  constructor(info: DocumentInfo) {
    this.#info = info;
  }

  /**
   * Adds the paths of the documents. If a version is added later, its path is added at the same
   * time.
   */
  install(paths: Map<string, APIHandler>): void {
    this.#paths = paths;
    paths.set("/openapi/v2", async (request) => swaggerResponse(await this.#swagger(), request));
    paths.set("/openapi/v3", async (request) => rootResponse(await this.#root(), request));
    this.#addPlain("version", versionPaths);
    this.#addPlain("apis", groupsPaths);
  }

  /**
   * Adds the document of a version.
   * @param path `apis/<group>/<version>`, or `api/<version>` for the legacy group
   */
  add(path: string, version: DocumentedVersion): void {
    if (version.group === "") this.#addPlain("api", legacyPaths);
    else this.#addPlain(`apis/${version.group}`, groupPaths(version.group));
    this.#add(path, () => versionDocument(version, this.#info));
  }

  #addPlain(path: string, paths: Paths): void {
    if (!this.#documents.has(path)) this.#add(path, () => plainDocument(this.#info, paths));
  }

  #add(path: string, make: () => Promise<OpenAPIV3>): void {
    const value = once(make);
    const served = once(async () => servedDocument(await value(), encodeDocument));
    this.#documents.set(path, { value, served });
    this.#paths?.set(`/openapi/v3/${path}`, async (request) => serveDocument(path, await served(), request));
  }

  /**
   * Creates the list of documents with their hashes. The hash in the URL of a document lets clients
   * cache it permanently.
   */
  async #makeRoot(): Promise<ServedDocument> {
    const documents = [...this.#documents].sort(([a], [b]) => (a < b ? -1 : 1));
    const entries = documents.map(
      async ([path, { served }]) =>
        [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${(await served()).hash}` }] as const,
    );
    return servedDocument({ paths: Object.fromEntries(await Promise.all(entries)) }, () => new Uint8Array());
  }

  async #makeSwagger(): Promise<ServedDocument> {
    const documents = await Promise.all([...this.#documents.values()].map(({ value }) => value()));
    return servedDocument(swaggerOf(documents, this.#info), encodeSwagger);
  }
}

/**
 * Returns a function that returns the result of `make`. Calls `make` only once, except after a
 * failure.
 */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

const compress = promisify(gzip);
const year = 365 * 24 * 60 * 60 * 1000;

/**
 * Format of a served document. Clients request it by media type. Media types with an `@` are an old
 * spelling that clients still use.
 */
type Form = "json" | "protobuf";

/** Serves `/openapi/v3`. The response is always JSON; the Accept header has no effect. */
function rootResponse(document: ServedDocument, request: HTTPRequest): Response {
  return serveContent(request, contentOf(document, "json", 3), {});
}

/**
 * Serves one OpenAPI v3 document. If the URL contains the current hash of the document, clients may
 * cache the response permanently. A request with another hash is redirected to the URL with the
 * current hash.
 */
function serveDocument(path: string, document: ServedDocument, request: HTTPRequest): Response {
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
async function swaggerResponse(document: ServedDocument, request: HTTPRequest): Promise<Response> {
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

/** A document in all formats in which it is served, and its hash for the caches of clients. */
interface ServedDocument {
  /** Compact JSON without a final newline. */
  readonly text: string;
  /** SHA-512 of the JSON text in upper-case hexadecimal. All formats have the same hash. */
  readonly hash: string;
  /** Time at which the document was created, as an HTTP date. */
  readonly lastModified: string;
  /**
   * Returns the document as gnostic's message. The message is created with the first request for
   * it.
   */
  readonly binary: () => Buffer;
}

function servedDocument<T extends object>(document: T, encode: (document: T) => Uint8Array): ServedDocument {
  const text = jsonText(document);
  let binary: Buffer | undefined;
  return {
    text,
    hash: createHash("sha512").update(text).digest("hex").toUpperCase(),
    lastModified: new Date().toUTCString(),
    binary: () => (binary ??= Buffer.from(encode(document))),
  };
}
