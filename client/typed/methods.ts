import type { ApplyOptions, GetOptions, ListOptions, Patch, PatchOptions, WriteOptions } from "../rest/options.js";
import type { APIObject, ObjectList } from "../rest/resource-type.js";
import type { MainOptions } from "./resource-verbs.js";

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
