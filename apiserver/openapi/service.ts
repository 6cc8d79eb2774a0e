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
import { serveDocument, rootResponse, swaggerResponse } from "./handler.js";
import type { Paths } from "./operation.js";
import { servedDocument, type ServedDocument } from "./served-document.js";
import { swaggerOf } from "./swagger.js";

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
