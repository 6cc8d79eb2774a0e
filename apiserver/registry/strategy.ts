import type { AnyKindDefinition, ErrorList, Schema } from "@apimachinery/runtime";
import type { FieldSet } from "@apimachinery/runtime/structuredmerge";
import type { GarbageCollectionPolicy } from "./garbage-collection.js";
import type { Subresources } from "./subresource.js";
import type { TableConvertor } from "./table-convertor.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * Result of a function that changes its object in place. With this type, a function that returns a
 * changed copy by mistake does not compile; with `void`, it would compile.
 */
// oxlint-disable-next-line typescript/no-invalid-void-type -- `undefined` alone would refuse functions that are declared to return void
export type Nothing = void | undefined;

/**
 * Part of a strategy for creates (Go: rest.RESTCreateStrategy). All objects are in the hub version.
 */
export interface CreateStrategy<T extends APIObject> {
  /**
   * Returns the problems found in a name, as sentences. `isPrefix` is true if the name is the base
   * of a generated name. By default, a name may have all characters of a path segment, except
   * invisible ones such as control characters. The function `nameIsDNSSubdomain` accepts the same
   * names as custom resources.
   */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /**
   * Returns the name of an object with `metadata.generateName`. Default: the base followed by five
   * random characters.
   */
  generateName?(base: string): string;
  /** Sets or clears fields that clients must not set, in place. */
  prepareForCreate?(context: RequestContext, object: T): Nothing;
  /** Returns the errors of an object, in creates and in updates. Default: every object is valid. */
  validate?(context: RequestContext, object: T): ErrorList;
  /** Returns warnings for the client of a create. Default: no warnings. */
  warningsOnCreate?(context: RequestContext, object: T): readonly string[];
  /** Normalizes a valid object in place, so that equal objects have equal stored bytes. */
  canonicalize?(object: T): Nothing;
}

/** Part of a strategy for updates (Go: rest.RESTUpdateStrategy). */
export interface UpdateStrategy<T extends APIObject> {
  /** True if a PUT of a missing object creates it. Default: false, the PUT fails with 404. */
  readonly allowCreateOnUpdate?: boolean;
  /**
   * True if an update without a resourceVersion overwrites the current object. Default: false, an
   * update must contain the resourceVersion of the stored object.
   */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * True if `validate` also runs on updates, including those of the scale. Default: true. If false,
   * only `validateUpdate` runs, as in Go.
   */
  readonly validateOnUpdate?: boolean;
  /**
   * Sets or restores fields that clients must not change, in place. An update that only removes
   * finalizers from an object that is being deleted calls none of the functions `prepareForUpdate`,
   * `validate`, `validateUpdate`, `warningsOnUpdate` and `canonicalize`, so that invalid objects
   * can be deleted.
   */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  /** Returns the errors of a change, in addition to those of `validate`. */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  /** Returns warnings for the client of an update. Default: no warnings. */
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/**
 * Part of a strategy for updates of the status, for kinds with the status subresource. All
 * functions are optional.
 */
export interface StatusStrategy<T extends APIObject> {
  /**
   * Prepares the new status in place. All fields outside of the status already have their old
   * values.
   */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  /**
   * Returns the errors of the new status. Other functions of the strategy do not validate the
   * status.
   */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  /** Returns warnings for the client. Default: no warnings. */
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
  /**
   * Fields of the status that `prepareForUpdate` overwrites, by version (`v1`), so that clients do
   * not become their managers. The server adds all fields outside of the status. Default: none.
   */
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
}

/** Part of a strategy for deletions (Go: rest.RESTDeleteStrategy). */
export interface DeleteStrategy<T extends APIObject> {
  /**
   * Returns the grace period of a deletion in seconds (Go: CheckGracefulDelete). With a positive
   * result, the object gets a deletion timestamp and stays. The program that handles the
   * deletion, such as kubelet for pods, then deletes it again with the period 0. With the result
   * 0 or undefined, the object is deleted immediately. With 0, an update with the deletion
   * timestamp is stored before the removal, so that watches report it. Default: undefined.
   * @param requested grace period that the request demands, in seconds; undefined if it demands
   * none
   */
  gracePeriodSeconds?(object: Readonly<T>, requested: number | undefined): number | undefined;
  /**
   * Policy for the dependents of a deleted object, if neither the request nor the finalizers of the
   * object determine the policy. Has an effect only with --enable-garbage-collector. Default:
   * `DeleteDependents`.
   */
  readonly defaultGarbageCollectionPolicy?: GarbageCollectionPolicy;
  /**
   * False if clients cannot delete all objects of a collection with one request, as for Namespaces
   * in Kubernetes. Default: true.
   */
  readonly allowDeleteCollection?: boolean;
  /**
   * Reports whether an object that is being deleted stays although its metadata has no finalizers
   * (Go: the opposite of ShouldDeleteDuringUpdate). Kubernetes keeps a Namespace in this way until
   * its content is deleted. Default: false.
   */
  remainsDuringDeletion?(object: Readonly<T>): boolean;
  /**
   * Changes an object in place, for example its phase, when its deletion begins but its removal is
   * delayed.
   */
  prepareForDelete?(object: T): Nothing;
}

/**
 * Functions that run after the store has read or written an object. They get a copy of the object.
 * Their changes of the copy are visible in the response, but are neither stored nor seen by other
 * requests. Hooks do not run for objects that are deleted at the end of their time to live.
 */
export interface HookStrategy<T extends APIObject> {
  /**
   * Changes each object that the server returns, in place: in responses to reads and writes, in
   * lists and in events of watches. Use it for fields that are computed at each read. Changes of
   * such fields cause no events, and selectors use the stored object.
   */
  decorate?(object: T): Nothing;
  /**
   * Runs after an object was created, including creates by an update or an apply. The response
   * waits for a returned promise. An error becomes the response (500), but the object is stored
   * already and stays. A dry run does not call `afterCreate`, `afterUpdate` or `afterDelete`.
   */
  afterCreate?(context: RequestContext, object: T): Nothing | Promise<Nothing>;
  /** Runs after an update, a patch or an apply, including those of a subresource. */
  afterUpdate?(context: RequestContext, object: T): Nothing | Promise<Nothing>;
  /**
   * Runs after an object was removed, by a delete or by the update that removes its last finalizer.
   * Does not run while finalizers or a grace period delay the removal.
   */
  afterDelete?(context: RequestContext, object: T): Nothing | Promise<Nothing>;
}

/** Returns the time to live of an object in seconds. */
export type TimeToLive<T extends APIObject> = {
  // Declared as a method, because the compiler compares parameters of methods less strictly. A
  // strategy of one kind can then be passed as a strategy of any kind.
  of(object: T): number;
}["of"];

/** The behaviour of a kind in creates, updates and deletions. Absent properties have defaults. */
export interface Strategy<T extends APIObject>
  extends CreateStrategy<T>, UpdateStrategy<T>, DeleteStrategy<T>, HookStrategy<T> {
  /**
   * True for a namespaced kind; false for a cluster-wide kind. Set this only for types without a
   * scope marker. It must not contradict the markers of other versions. Default: the scope that a
   * marker declares, or true without such a marker.
   */
  readonly isNamespaced?: boolean;
  /**
   * Returns the options that validation markers can test (`+k8s:ifEnabled(Name)`), with the value
   * true for an enabled option. If a marker tests an option that is missing in the result, the
   * request fails with an internal error. Default: no options.
   * @param old the stored object; undefined for a create
   */
  validationOptions?(
    context: RequestContext,
    object: T,
    old: Readonly<T> | undefined,
  ): Readonly<Record<string, boolean>>;
  /**
   * Returns the values of the fields that field selectors support in every version, in addition to
   * metadata.name, metadata.namespace and the fields of markers. The names must be the same for
   * every object, because the server reads them at its start from an empty object. For a version
   * with other names, call `addFieldLabelConversionFunc` of its scheme.
   */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /**
   * Custom subresources by name, such as `bake`, in addition to the status and the scale that
   * markers declare. Default: none.
   */
  readonly subresources?: Subresources<T>;
  /**
   * Strategy for writes of the status, for kinds with `+kubebuilder:subresource:status`. It is
   * optional: such a kind has the status subresource even without this strategy.
   */
  readonly status?: StatusStrategy<T>;
  /**
   * True if the server records in `metadata.managedFields` which client has set which field. If
   * false, objects are shorter and writes are faster, but the kind does not support server-side
   * apply. Default: true.
   */
  readonly managedFields?: boolean;
  /**
   * True if the items of lists have `apiVersion` and `kind`, like those of custom resources. The
   * dynamic informers of the official Java client require both fields. Default: false, as for the
   * other kinds of Kubernetes.
   */
  readonly listItemsHaveKind?: boolean;
  /**
   * Fields that `prepareForCreate` and `prepareForUpdate` overwrite, by version (`v1`). Clients do
   * not become managers of these fields, because the values of clients are not stored. For a kind
   * with the status subresource, the server adds the status. Default: none.
   */
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
  /**
   * Time to live of the objects in seconds, or a function that returns the time to live of an
   * object (Go: registry.Store.TTLFunc); 0 if the object has none. The server deletes an object
   * after this time, even if the object has finalizers. Kubernetes keeps an Event for 1 hour in
   * this way. Default: objects stay until a client deletes them.
   *
   * Every create and every update, including those of the status and of the scale, starts the time
   * to live again. An update without a change is not written and therefore does not start it again.
   * While finalizers delay the deletion of an object, the object has no time to live until its next
   * update.
   */
  readonly ttl?: number | TimeToLive<T>;
  /** Custom table output. It replaces the columns that `+kubebuilder:printcolumn` declares. */
  readonly table?: TableConvertor;
}

/** Type of the objects of an entry in a `Kinds` table; `never` for the entry of a list kind. */
type ObjectOf<Kind> = Kind extends { readonly resource: string; readonly schema: Schema<infer T> }
  ? T extends APIObject
    ? T
    : never
  : never;

/**
 * Strategies of the served kinds, with the types of the hub's `Kinds` table. A strategy for the
 * type of another kind does not compile. Without a `Kinds` table, every strategy compiles.
 */
export type Strategies<Kinds = AnyKinds> = AnyKinds extends Kinds
  ? Readonly<Record<string, Strategy<APIObject>>>
  : {
      readonly [Kind in keyof Kinds as ObjectOf<Kinds[Kind]> extends never ? never : Kind]?: Strategy<
        ObjectOf<Kinds[Kind]>
      >;
    };

/** The type of the `Kinds` table of any hub. */
export type AnyKinds = Readonly<Record<string, AnyKindDefinition>>;

/**
 * Strategies by kind. A strategy compiles only if its objects have the kind under which it is
 * listed, with or without a `Kinds` table.
 */
export type StrategiesOfTheirKinds<Given> = {
  readonly [Kind in keyof Given]: Strategy<APIObject & { readonly kind: Kind }>;
};
