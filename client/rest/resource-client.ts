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

/**
 * Default page size, as in client-go. Larger pages are not faster, and they delay other requests.
 */
const defaultPageSize = 500;

/**
 * Reads and writes the objects of one resource, in one namespace or in all. Callers may change the
 * returned objects.
 * @throws StatusError if the server refuses a request, ConnectionError if it cannot be reached
 */
export class ResourceClient<T extends APIObject> {
  readonly type: ResourceType<T>;
  /** Namespace; empty for all namespaces and for cluster-scoped resources. */
  readonly scope: string;
  readonly #client: RESTClient;

  constructor(client: RESTClient, type: ResourceType<T>, namespace = "") {
    this.#client = client;
    this.type = type;
    this.scope = namespace;
  }

  /** Returns a client of the same resource in one namespace. */
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
   * Iterates over all objects. Requests each page only when it is needed. All objects have the
   * state of the first page's revision.
   */
  each(options: Omit<ListOptions, "continue"> = {}): AsyncGenerator<T> {
    return eachOf(this.pages(options));
  }

  /**
   * Iterates over the pages of a list. If the revision expires between two pages, the remaining
   * pages have a newer revision.
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

  /**
   * Replaces an object. If the object has a resourceVersion, the stored object must have the same
   * one.
   */
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
   * Deletes an object.
   * @returns a Status if the object was removed; the object if it still exists because of
   * finalizers or a grace period
   */
  async delete(name: string, options: DeleteOptions = {}): Promise<T | Status> {
    const text = await this.#text(
      { method: "DELETE", path: this.#path(name), ...deleteBody(options), ...sending(options) },
      name,
    );
    const { kind } = JSON.parse(text) as { readonly kind?: string };
    return kind === "Status" ? decodeJSON(StatusSchema, text, "ignore").value : this.type.decode(text);
  }

  /** Deletes the objects that a list with the options `which` would return. */
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
   * Opens a watch. Resolves when the server has accepted it. The watch ends when it is closed, its
   * signal is aborted or the server ends it.
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
   * Sends a request to a subresource for which this class has no method, such as `pods/x/log`.
   * @returns text of the response
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
