import type { Status } from "@apimachinery/runtime";
import type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  Patch,
  PatchOptions,
  WatchOptions,
  WriteOptions,
} from "../rest/options.js";
import type { APIObject, ObjectList } from "../rest/resource-type.js";
import type { Watch } from "../watch/watch.js";

/**
 * All methods of a generated client, for a resource in one namespace or without namespaces (Go:
 * `PizzaInterface`). The client of a resource has those that the markers of the kind permit. Every
 * method throws a StatusError if the server refuses the request, and a ConnectionError if the
 * server cannot be reached.
 *
 * @template T the kind
 * @template Input the argument of `create`, in which fields with defaults are optional
 * @template Apply the argument of `apply`
 */
export interface ResourceVerbs<T extends APIObject, Input, Apply> {
  /** Creates an object. The client adds apiVersion and kind if they are absent. */
  create(object: Input, options?: MainOptions<WriteOptions>): Promise<T>;
  /**
   * Replaces an object. If the object has a resourceVersion, the stored object must have the same
   * one.
   */
  update(object: T, options?: MainOptions<WriteOptions>): Promise<T>;
  /** Replaces only the status of an object. */
  updateStatus(object: T, options?: MainOptions<WriteOptions>): Promise<T>;
  /**
   * Deletes an object.
   * @returns a Status if the object was removed; the object if it still exists because of
   * finalizers or a grace period
   */
  delete(name: string, options?: DeleteOptions): Promise<T | Status>;
  /** Deletes the objects that a list with the options `which` would return. */
  deleteCollection(options?: DeleteOptions, which?: Omit<ListOptions, "signal">): Promise<void>;
  get(name: string, options?: MainOptions<GetOptions>): Promise<T>;
  list(options?: ListOptions): Promise<ObjectList<T>>;
  /** Opens a watch. Resolves when the server has accepted it. */
  watch(options?: WatchOptions): Promise<Watch<T>>;
  /** Changes an object by a patch, or one of its subresources. */
  patch(name: string, patch: Patch, options?: PatchOptions): Promise<T>;
  /**
   * Applies fields of an object (server-side apply). The server creates the object if it does not
   * exist, and removes the fields that the same field manager applied before and are now absent.
   */
  apply(object: Apply, options: MainOptions<ApplyOptions>): Promise<T>;
  /** Applies fields of the status of an object. */
  applyStatus(object: Apply, options: MainOptions<ApplyOptions>): Promise<T>;
}

/** All methods of a generated client for a kind without a status. */
export type VerbsWithoutStatus<T extends APIObject, Input, Apply> = Omit<
  ResourceVerbs<T, Input, Apply>,
  "updateStatus" | "applyStatus"
>;

/** Options of a method whose subresource is fixed. */
export type MainOptions<Options> = Omit<Options, "subresource">;

/**
 * Methods of a resource in all namespaces. The other methods need a namespace: their requests are
 * about one object, or the server permits them only in one namespace.
 */
export type AllNamespaces<C> = Pick<C, keyof C & ("list" | "watch")>;
