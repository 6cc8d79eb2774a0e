import type { APIHandler } from "../filters/filter.js";
import { rootDocument, versionDocument } from "./documents.js";
import type { DocumentedVersion, OpenAPIDocument } from "./documents.js";
import { documentAnswer, rootAnswer } from "./handler.js";

/** The OpenAPI v3 documents of a server, each made when it is first asked for. */
export class OpenAPIService {
  readonly #title: string;
  readonly #versions = new Map<string, DocumentedVersion>();
  readonly #documents = new Map<string, OpenAPIDocument>();
  #root: OpenAPIDocument | undefined;
  #paths: Map<string, APIHandler> | undefined;

  constructor(title: string) {
    this.#title = title;
  }

  /** Serves its documents under paths that it adds, now and with every version. */
  install(paths: Map<string, APIHandler>): void {
    this.#paths = paths;
    paths.set("/openapi/v3", (request) => Promise.resolve(rootAnswer(this.#rootDocument(), request)));
  }

  /** @param path `apis/<group>/<version>` */
  add(path: string, version: DocumentedVersion): void {
    this.#versions.set(path, version);
    this.#paths?.set(`/openapi/v3/${path}`, (request) => Promise.resolve(documentAnswer(path, this.#document(path, version), request)));
  }

  #rootDocument(): OpenAPIDocument {
    for (const [path, version] of this.#versions) this.#document(path, version);
    return (this.#root ??= rootDocument(this.#documents));
  }

  #document(path: string, version: DocumentedVersion): OpenAPIDocument {
    const known = this.#documents.get(path);
    if (known !== undefined) return known;
    const document = versionDocument(version, this.#title);
    this.#documents.set(path, document);
    return document;
  }
}
