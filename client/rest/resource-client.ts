import { groupVersionString, stringifyJSON, type Status } from "@apimachinery/runtime";
import type { ApplyConfiguration } from "../apply/apply-configuration.js";
import type { Extracted } from "../apply/extract.js";
import { Watch } from "../watch/watch.js";
import {
  listQuery,
  patchMediaTypes,
  queryOf,
  writeQuery,
  type ApplyOptions,
  type DeleteOptions,
  type GetOptions,
  type ListOptions,
  type Patch,
  type PatchOptions,
  type RequestOptions,
  type WatchOptions,
  type WriteOptions,
} from "./options.js";
import { collectionPath, objectPath } from "./paths.js";
import { ResourceFormat, type ResponseData } from "./resource-format.js";
import type { RESTClient, RESTRequest } from "./rest-client.js";
import type { APIObject, ObjectList, ResourceType } from "./resource-type.js";
import { headerText } from "./transport.js";
import { isUnsupportedMediaType } from "../errors/index.js";
import { watchDeadline } from "../watch/deadline.js";
import { isResourceExpired } from "../errors/predicates.js";
import { StatusError } from "../errors/status-error.js";

/**
 * Default page size in items, as in client-go. Larger pages are not faster, and delay other
 * requests.
 */
const defaultPageSize = 500;

/**
 * Reads and writes the objects of one resource, in one namespace or in all namespaces. Callers may
 * change the returned objects. Methods that send a request throw a StatusError if the server
 * refuses it, and a ConnectionError if the server cannot be reached.
 * @template K the keys of the lists in T: the type of the property `listKeys` of a generated kind
 */
export class ResourceClient<T extends APIObject, K = unknown> {
  readonly type: ResourceType<T>;
  /** Never set at run time. The property makes the type K available to the compiler. */
  declare readonly listKeys?: K;
  /** Namespace of the client; empty for all namespaces and for cluster-scoped resources. */
  readonly scope: string;
  readonly #client: RESTClient;

  constructor(client: RESTClient, type: ResourceType<T>, namespace = "") {
    this.#client = client;
    this.type = type;
    this.scope = namespace;
  }

  /** Returns a client of the same resource in one namespace. */
  namespace(namespace: string): ResourceClient<T, K> {
    return new ResourceClient<T, K>(this.#client, this.type, namespace);
  }

  get(name: string, options: GetOptions = {}): Promise<T> {
    const query = queryOf({ resourceVersion: options.resourceVersion });
    const request = { method: "GET", path: this.#path(name, options.subresource), query, ...sending(options) };
    return this.#object(request, name, options.subresource);
  }

  async list(options: ListOptions = {}): Promise<ObjectList<T>> {
    const format = this.#format;
    const request = { method: "GET", path: this.#collection(), query: listQuery(options), ...sending(options) };
    return format.list(await this.#read(request, "", format));
  }

  /**
   * Iterates over all objects. Requests each page only when it is needed. If the revision of the
   * list expires between two pages, the remaining objects are from a newer revision.
   */
  each(options: Omit<ListOptions, "continue"> = {}): AsyncGenerator<T> {
    return eachOf(this.pages(options));
  }

  /**
   * Iterates over the pages of a list. If the revision of the list expires between two pages, the
   * remaining pages have a newer revision.
   */
  pages(options: Omit<ListOptions, "continue"> = {}): AsyncGenerator<ObjectList<T>> {
    return listPages((page) => this.list(page), { limit: defaultPageSize, ...options });
  }

  create(object: T, options: WriteOptions = {}): Promise<T> {
    const path =
      options.subresource === undefined
        ? this.#collection()
        : this.#path(object.metadata.name ?? "", options.subresource);
    return this.#write("POST", path, object, options);
  }

  /**
   * Replaces an object. If the given object has a resourceVersion, the request fails with a
   * conflict unless the stored object has the same resourceVersion.
   */
  update(object: T, options: WriteOptions = {}): Promise<T> {
    return this.#write("PUT", this.#path(object.metadata.name ?? "", options.subresource), object, options);
  }

  patch(name: string, { type, body }: Patch, options: PatchOptions = {}): Promise<T> {
    const headers = { "content-type": patchMediaTypes[type] };
    const path = this.#path(name, options.subresource);
    return this.#object(
      { method: "PATCH", path, query: writeQuery(options), headers, body: stringifyJSON(body), ...sending(options) },
      name,
      options.subresource,
    );
  }

  /**
   * Applies fields of an object (server-side apply). The server creates the object if it does not
   * exist. The server removes the fields that the same field manager has applied before and that
   * are now absent, unless another manager owns them. The client adds apiVersion and kind if they
   * are absent.
   *
   * @param object fields of an object, or a result of `extract`
   * @throws StatusError with the reason Conflict if another field manager has set a field to
   * another value and `force` is not true; `conflictsOf` returns these fields
   */
  apply<C extends ResourceClient<T>, A = ApplyConfiguration<T, KeysOf<C>>>(
    this: C,
    object: Applied<A, T, KeysOf<C>>,
    options: ApplyOptions,
  ): Promise<T> {
    const { kind } = this.type;
    const body = { apiVersion: groupVersionString(kind), kind: kind.kind, ...object };
    return this.patch(object.metadata.name, { type: "apply", body }, options);
  }

  /**
   * Deletes an object.
   * @returns a Status if the object was removed; the object if finalizers or a grace period delay
   * its removal
   */
  async delete(name: string, options: DeleteOptions = {}): Promise<T | Status> {
    const format = this.#format;
    const request = { method: "DELETE", path: this.#path(name), ...deleteBody(options), ...sending(options) };
    return format.objectOrStatus(await this.#read(request, name, format));
  }

  /** Deletes all objects that a list with the options `which` would return. */
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
   * Opens a watch. Resolves when the server has accepted the watch. The watch ends when the caller
   * closes it, its signal is aborted, or the server ends it.
   */
  async watch({ signal, maxRetries, dropManagedFields, ...options }: WatchOptions = {}): Promise<Watch<T>> {
    const { end, ...deadline } = watchDeadline(signal, options.timeoutSeconds);
    const format = this.#format;
    try {
      const query = queryOf({ watch: true, ...options });
      const response = await this.#client.send({
        method: "GET",
        path: this.#collection(),
        query,
        accepts: format.accepts,
        isStream: true,
        signal: deadline.signal,
        maxRetries,
        dropManagedFields,
        about: this.#about(""),
      });
      const decoder = format.events(headerText(response.headers, "content-type"), this.#client.maxResponseBytes);
      return new Watch(response.body, decoder, { ...deadline, end });
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * Sends a request to a subresource for which this class has no method, such as `log` of a pod.
   * @returns the body of the response as a string
   */
  subresourceText(
    method: string,
    name: string,
    subresource: string,
    options: RequestOptions & { readonly body?: string; readonly query?: URLSearchParams } = {},
  ): Promise<string> {
    return this.#text({ method, path: this.#path(name, subresource), ...options }, name);
  }

  /**
   * Sends an object. If the server does not accept the binary format, sends the object again as
   * JSON.
   */
  async #write(method: string, path: string, object: T, options: WriteOptions): Promise<T> {
    const format = this.#formatOf(options.subresource);
    const body = format.body(object);
    const request = { method, path, query: writeQuery(options), ...sending(options) };
    const name = object.metadata.name ?? "";
    try {
      return format.object(await this.#read({ ...request, ...body }, name, format));
    } catch (error) {
      if (typeof body.body === "string" || !isUnsupportedMediaType(error)) throw error;
      this.#client.refuseFormatOf(this.type.kind);
      return this.#write(method, path, object, options);
    }
  }

  async #object(request: RESTRequest, name: string, subresource?: string): Promise<T> {
    const format = this.#formatOf(subresource);
    return format.object(await this.#read(request, name, format));
  }

  get #format(): ResourceFormat<T> {
    return new ResourceFormat(this.type, this.#client.formatOf(this.type.kind));
  }

  /**
   * Returns the format of a subresource. Subresources other than `status` can have another kind, so
   * they are JSON.
   */
  #formatOf(subresource: string | undefined): ResourceFormat<T> {
    return subresource === undefined || subresource === "status"
      ? this.#format
      : new ResourceFormat(this.type, undefined);
  }

  #read(request: RESTRequest, name: string, { accepts }: ResourceFormat<T>): Promise<ResponseData> {
    return this.#client.read({ ...request, accepts, about: this.#about(name) });
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

/**
 * The keys of the lists in the objects of a client. `apply` derives the keys from the type of the
 * client. The keys are not a type parameter of the class's methods, so that a client with known
 * keys is assignable to a client with unknown keys.
 */
type KeysOf<C> = C extends { readonly listKeys?: infer K } ? K : unknown;

/**
 * Type of the argument of `apply`: fields of an object, or a result of `extract`, whose list items
 * have keys that the compiler cannot check. With overloads, the errors of the compiler would be
 * less clear.
 */
type Applied<A, T extends APIObject, K> = A extends Extracted<T> ? A : ApplyConfiguration<T, K>;

function sending({ signal, maxRetries, dropManagedFields }: RequestOptions): RequestOptions {
  return { signal, maxRetries, dropManagedFields };
}

/**
 * Returns the request body for delete options. Servers of all versions accept these options in the
 * body.
 */
function deleteBody({ dryRun, gracePeriodSeconds, propagationPolicy, preconditions }: DeleteOptions): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const body = {
    kind: "DeleteOptions",
    apiVersion: "v1",
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(dryRun === true ? { dryRun: ["All"] } : {}),
  };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

type ListPage<T extends APIObject> = (options: ListOptions) => Promise<ObjectList<T>>;

/**
 * Lists a collection page by page. Requests the next page when the caller has finished the previous
 * page (Go: pager.ListPager).
 */
async function* listPages<T extends APIObject>(list: ListPage<T>, options: ListOptions): AsyncGenerator<ObjectList<T>> {
  let next = options;
  for (;;) {
    const page = await nextPage(list, next);
    yield page;
    const token = page.metadata.continue ?? "";
    if (token === "") return;
    // Later requests have no resourceVersion, because the continue token contains the revision.
    next = { ...unmatched(options), resourceVersion: "", continue: token };
  }
}

function unmatched(options: ListOptions): ListOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== "resourceVersionMatch"));
}

/**
 * Requests a page. If the revision of the list has expired, the error can contain a token for a
 * newer revision. In this case, requests the page again with this token.
 */
async function nextPage<T extends APIObject>(list: ListPage<T>, options: ListOptions): Promise<ObjectList<T>> {
  try {
    return await list(options);
  } catch (error) {
    const onward =
      isResourceExpired(error) && error instanceof StatusError ? (error.status.metadata.continue ?? "") : "";
    if (onward === "" || (options.continue ?? "") === "") throw error;
    return list({ ...options, continue: onward });
  }
}

async function* eachOf<T extends APIObject>(pages: AsyncIterable<ObjectList<T>>): AsyncGenerator<T> {
  for await (const { items } of pages) yield* items;
}
