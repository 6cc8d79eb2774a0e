import { decodeJSON, type Status } from "@apimachinery/runtime";
import { StatusSchema } from "@apimachinery/runtime/codegen/v1";
import { Watch } from "../watch/watch.js";
import { deleteBody } from "./delete-body.js";
import {
  listQuery,
  patchMediaTypes,
  queryOf,
  writeQuery,
  type DeleteOptions,
  type GetOptions,
  type ListOptions,
  type Patch,
  type PatchOptions,
  type RequestOptions,
  type WatchOptions,
  type WriteOptions,
} from "./options.js";
import { eachOf, pagesOf } from "./pager.js";
import { collectionPath, objectPath } from "./paths.js";
import type { RESTClient, RESTRequest } from "./rest-client.js";
import type { APIObject, ObjectList, ResourceType } from "./resource-type.js";
import { watchDeadline } from "../watch/deadline.js";

/** Longer pages are no faster, and hold up others: client-go's. */
const defaultPageSize = 500;

/**
 * The objects of one resource, in a namespace or in all. What it returns is the caller's own. Every
 * method throws StatusError for what the server refuses, and ConnectionError where it can't be
 * reached.
 */
export class ResourceClient<T extends APIObject> {
  readonly type: ResourceType<T>;
  /** Empty for all namespaces, and for resources that have none. */
  readonly scope: string;
  readonly #client: RESTClient;

  constructor(client: RESTClient, type: ResourceType<T>, namespace = "") {
    this.#client = client;
    this.type = type;
    this.scope = namespace;
  }

  /** The same resource in one namespace. */
  namespace(namespace: string): ResourceClient<T> {
    return new ResourceClient(this.#client, this.type, namespace);
  }

  get(name: string, options: GetOptions = {}): Promise<T> {
    const query = queryOf({ resourceVersion: options.resourceVersion });
    return this.#object(
      { method: "GET", path: this.#path(name, options.subresource), query, ...sending(options) },
      name,
    );
  }

  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    return this.type.decodeList(
      await this.#text({ method: "GET", path: this.#collection(), query: listQuery(options), ...sending(options) }, ""),
    );
  }

  /**
   * All objects, read in pages while they are used. Objects that change meanwhile are as they were
   * when the first page was read.
   */
  each(options: Omit<ListOptions, "continue"> = {}): AsyncGenerator<T> {
    return eachOf(this.pages(options));
  }

  /**
   * The pages of a list. Where its revision is forgotten meanwhile, the rest is read of one that is
   * newer.
   */
  pages(options: Omit<ListOptions, "continue"> = {}): AsyncGenerator<ObjectList<T>> {
    return pagesOf((page) => this.list(page), { limit: defaultPageSize, ...options });
  }

  create(object: T, options: WriteOptions = {}): Promise<T> {
    const path =
      options.subresource === undefined
        ? this.#collection()
        : this.#path(object.metadata.name ?? "", options.subresource);
    return this.#write("POST", path, object, options);
  }

  /** Replaces an object: one with a resourceVersion only if it is still of that version. */
  update(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#write("PUT", this.#path(object.metadata.name ?? "", options.subresource), object, options);
  }

  patch(name: string, { type, body }: Patch, options: PatchOptions = {}): Promise<T> {
    const headers = { "content-type": patchMediaTypes[type] };
    const path = this.#path(name, options.subresource);
    return this.#object(
      { method: "PATCH", path, query: writeQuery(options), headers, body: JSON.stringify(body), ...sending(options) },
      name,
    );
  }

  /**
   * @returns a Status where the object is gone, and the object itself where it is kept yet, by
   * finalizers or for its grace period
   */
  async delete(name: string, options: DeleteOptions = {}): Promise<T | Status> {
    const text = await this.#text(
      { method: "DELETE", path: this.#path(name), ...deleteBody(options), ...sending(options) },
      name,
    );
    const { kind } = JSON.parse(text) as { readonly kind?: string };
    return kind === "Status" ? decodeJSON(StatusSchema, text, "ignore").value : this.type.decode(text);
  }

  /** Deletes all that a list with the same options shows. */
  async deleteCollection(options: DeleteOptions = {}, which: Omit<ListOptions, "signal"> = {}): Promise<void> {
    await this.#text(
      {
        method: "DELETE",
        path: this.#collection(),
        query: listQuery(which),
        ...deleteBody(options),
        ...sending(options),
      },
      "",
    );
  }

  /**
   * Opens a watch: resolves when the server has accepted it. It is open until it is closed, its
   * signal is aborted or it ends.
   */
  async watch({ signal, maxRetries, ...options }: WatchOptions = {}): Promise<Watch<T>> {
    const { end, ...deadline } = watchDeadline(signal, options.timeoutSeconds);
    try {
      const query = queryOf({ watch: true, ...options });
      const response = await this.#client.send({
        method: "GET",
        path: this.#collection(),
        query,
        isStream: true,
        signal: deadline.signal,
        maxRetries,
        about: this.#about(""),
      });
      return new Watch(
        response.body,
        (line) => this.type.decodeEvent(line),
        { ...deadline, end },
        this.#client.maxResponseBytes,
      );
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * A request below this resource that no method is for: `pods/x/log`. @returns the answer's text
   */
  subresourceText(
    method: string,
    name: string,
    subresource: string,
    options: RequestOptions & { readonly body?: string; readonly query?: URLSearchParams } = {},
  ): Promise<string> {
    return this.#text({ method, path: this.#path(name, subresource), ...options }, name);
  }

  #write(method: string, path: string, object: T, options: WriteOptions): Promise<T> {
    const headers = { "content-type": "application/json" };
    return this.#object(
      { method, path, query: writeQuery(options), headers, body: this.type.encode(object), ...sending(options) },
      object.metadata.name ?? "",
    );
  }

  async #object(request: RESTRequest, name: string): Promise<T> {
    return this.type.decode(await this.#text(request, name));
  }

  #text(request: RESTRequest, name: string): Promise<string> {
    return this.#client.text({ ...request, about: this.#about(name) });
  }

  #about(name: string): { readonly resource: string; readonly group: string; readonly name: string } {
    return { resource: this.type.resource, group: this.type.kind.group, name };
  }

  #collection(): string {
    return collectionPath(this.type, this.scope);
  }

  #path(name: string, subresource?: string): string {
    return objectPath(this.type, this.scope, name, subresource);
  }
}

function sending({ signal, maxRetries }: RequestOptions): RequestOptions {
  return { signal, maxRetries };
}
