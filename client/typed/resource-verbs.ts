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
 * All methods that a generated client can have, for a resource in one namespace or a cluster-scoped
 * resource (Go: `PizzaInterface`). The markers of the kind determine which of these methods a
 * client has. Every method throws a StatusError if the server refuses the request, and a
 * ConnectionError if the server cannot be reached.
 *
 * @template T the type of the objects
 * @template Input the argument of `create`, in which fields with defaults are optional
 * @template Apply the argument of `apply`
 */
export interface ResourceVerbs<T extends APIObject, Input, Apply> {
  /** Creates an object. The client adds apiVersion and kind if they are absent. */
  create(object: Input, options?: MainOptions<WriteOptions>): Promise<T>;
  /**
   * Replaces an object. If the given object has a resourceVersion, the request fails with a
   * conflict unless the stored object has the same resourceVersion.
   */
  update(object: T, options?: MainOptions<WriteOptions>): Promise<T>;
  /** Replaces the status of an object. Other fields are ignored. */
  updateStatus(object: T, options?: MainOptions<WriteOptions>): Promise<T>;
  /**
   * Deletes an object.
   * @returns a Status if the object was removed; the object if finalizers or a grace period delay
   * its removal
   */
  delete(name: string, options?: DeleteOptions): Promise<T | Status>;
  /** Deletes all objects that a list with the options `which` would return. */
  deleteCollection(options?: DeleteOptions, which?: Omit<ListOptions, "signal">): Promise<void>;
  get(name: string, options?: MainOptions<GetOptions>): Promise<T>;
  list(options?: ListOptions): Promise<ObjectList<T>>;
  /** Opens a watch. Resolves when the server has accepted the watch. */
  watch(options?: WatchOptions): Promise<Watch<T>>;
  /** Changes an object, or one of its subresources, by a patch. */
  patch(name: string, patch: Patch, options?: PatchOptions): Promise<T>;
  /**
   * Applies fields of an object (server-side apply). The server creates the object if it does not
   * exist. The server removes the fields that the same field manager has applied before and that
   * are now absent, unless another manager owns them.
   */
  apply(object: Apply, options: MainOptions<ApplyOptions>): Promise<T>;
  /** Applies fields of the status of an object. */
  applyStatus(object: Apply, options: MainOptions<ApplyOptions>): Promise<T>;
}

/** All methods that a generated client can have if the kind has no status. */
export type VerbsWithoutStatus<T extends APIObject, Input, Apply> = Omit<
  ResourceVerbs<T, Input, Apply>,
  "updateStatus" | "applyStatus"
>;

/** Options of a method that determines the subresource itself. */
export type MainOptions<Options> = Omit<Options, "subresource">;

/**
 * The methods of a client for all namespaces: list and watch. The other methods need a namespace,
 * because their requests are about one object, or because servers permit them only in one
 * namespace.
 */
export type AllNamespaces<C> = Pick<C, keyof C & ("list" | "watch")>;

/**
 * Reads an object or a subresource. This and the following types are the methods that
 * `+genclient:method` markers add to a client.
 */
export type GetMethod<R> = (name: string, options?: MainOptions<GetOptions>) => Promise<R>;

export type ListMethod<R extends APIObject> = (options?: ListOptions) => Promise<ObjectList<R>>;

/** Lists a subresource of the object with this name. */
export type ListSubresource<R extends APIObject> = (name: string, options?: ListOptions) => Promise<ObjectList<R>>;

export type PatchMethod<R> = (name: string, patch: Patch, options?: MainOptions<PatchOptions>) => Promise<R>;

/** Creates or replaces an object. */
export type WriteMethod<I, R> = (object: I, options?: MainOptions<WriteOptions>) => Promise<R>;

/** Creates or replaces a subresource of the object with this name. */
export type WriteSubresource<I, R> = (name: string, object: I, options?: MainOptions<WriteOptions>) => Promise<R>;

export type ApplyMethod<A, R> = (object: A, options: MainOptions<ApplyOptions>) => Promise<R>;

/** Applies fields of a subresource of the object with this name. */
export type ApplySubresource<A, R> = (name: string, object: A, options: MainOptions<ApplyOptions>) => Promise<R>;
