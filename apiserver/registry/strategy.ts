import type { AnyKindDefinition, ErrorList, Schema } from "@apimachinery/runtime";
import type { FieldSet } from "@apimachinery/runtime/structuredmerge";
import type { GarbageCollectionPolicy } from "./garbage-collection.js";
import type { Subresources } from "./subresource.js";
import type { TableConvertor } from "./table-convertor.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * The result of a function that changes its object in place. A function that returns a changed copy
 * does not compile, although it would compile for `void`.
 */
// oxlint-disable-next-line typescript/no-invalid-void-type -- `undefined` alone would refuse functions that are declared to return void
export type Nothing = void | undefined;

/**
 * The part of a strategy for creates (Go: rest.RESTCreateStrategy). All objects are in the hub
 * version.
 */
export interface CreateStrategy<T extends APIObject> {
  /**
   * Returns the problems found in a name, as sentences. `isPrefix` is true for the base of a
   * generated name. Default: a name may have all characters of a path segment, except control
   * characters. `nameIsDNSSubdomain` accepts the names that custom resources may have.
   */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /**
   * Returns a name for an object with `metadata.generateName`. Default: the base with five random
   * characters.
   */
  generateName?(base: string): string;
  /** Sets or clears fields that clients must not set, in place. */
  prepareForCreate?(context: RequestContext, object: T): Nothing;
  /**
   * Returns the errors of an object, for creates and for updates. Default: every object is valid.
   */
  validate?(context: RequestContext, object: T): ErrorList;
  /** Returns the warnings for the client of a create. Default: no warnings. */
  warningsOnCreate?(context: RequestContext, object: T): readonly string[];
  /** Normalizes a valid object in place, so that equal objects have equal stored bytes. */
  canonicalize?(object: T): Nothing;
}

/** The part of a strategy for updates (Go: rest.RESTUpdateStrategy). */
export interface UpdateStrategy<T extends APIObject> {
  /** True if a PUT of a missing object creates it. Default: false, it is an error. */
  readonly allowCreateOnUpdate?: boolean;
  /**
   * True if an update without a resourceVersion overwrites the current object. Default: false, a
   * PUT must carry the resourceVersion of the stored object.
   */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * True if `validate` also runs on updates, also through the scale. Default: true. If false, only
   * `validateUpdate` runs, as in Go.
   */
  readonly validateOnUpdate?: boolean;
  /**
   * Sets or restores fields that clients must not change, in place. The server calls no function of
   * a strategy for an update that only removes finalizers from an object that is being deleted.
   * Invalid objects can therefore be deleted.
   */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  /** Returns the errors of a change, in addition to the errors that `validate` returns. */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  /** Returns the warnings for the client of an update. Default: no warnings. */
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/**
 * The strategy for updates of the status, for kinds with the status subresource. An absent function
 * has no effect.
 */
export interface StatusStrategy<T extends APIObject> {
  /**
   * Prepares the new status in place. All other fields already have the values of the old object.
   */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  /** Returns the errors of the new status. No other function of the strategy validates it. */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  /** Returns the warnings for the client. Default: no warnings. */
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
  /**
   * Fields of the status that `prepareForUpdate` overwrites, by version (`v1`). All fields outside
   * of the status are added to them. Default: none.
   */
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
}

/** The part of a strategy for deletions (Go: rest.RESTDeleteStrategy). */
export interface DeleteStrategy<T extends APIObject> {
  /**
   * Returns the grace period of a deletion in seconds (Go: CheckGracefulDelete). The object then
   * stays with a deletion timestamp, until a program that has ended its work deletes it again with
   * the period 0, as kubelet does for pods. With the result 0 or undefined, the object is deleted
   * at once; 0 is first stored, so that watches see it. Default: deletions have no grace period.
   * @param requested period that the request demands; undefined if it demands none
   */
  gracePeriodSeconds?(object: Readonly<T>, requested: number | undefined): number | undefined;
  /**
   * Policy for the dependents of a deleted object if the request does not decide it. Has an effect
   * only with --enable-garbage-collector. Default: `DeleteDependents`.
   */
  readonly defaultGarbageCollectionPolicy?: GarbageCollectionPolicy;
  /**
   * False if clients cannot delete all objects of a collection in one request, as with Namespaces
   * in Kubernetes. Default: true.
   */
  readonly allowDeleteCollection?: boolean;
  /**
   * Reports whether an object that is being deleted stays although its metadata has no finalizers
   * (Go: the opposite of ShouldDeleteDuringUpdate). Kubernetes keeps a Namespace in this way until
   * its content is deleted. Default: the object is removed.
   */
  remainsDuringDeletion?(object: Readonly<T>): boolean;
  /** Changes an object in place when its deletion begins and is delayed, for example its phase. */
  prepareForDelete?(object: T): Nothing;
}

/**
 * Functions that run after the store has read or written an object. They get a copy: a change is
 * visible in the response, and is neither stored nor seen by other requests. An object whose time
 * to live is over disappears without a hook.
 */
export interface HookStrategy<T extends APIObject> {
  /**
   * Changes each object that the server returns, in place: in responses to reads and writes, in
   * lists and in events of watches. Fields that are computed at each read do not belong to the
   * store, and their changes cause no events. Selectors see the stored object.
   */
  decorate?(object: T): Nothing;
  /**
   * Runs after an object was created, also by an update or an apply. The response waits for a
   * promise. The object is stored already: an error becomes the response (500), and the object
   * stays. A dry run calls no hook.
   */
  afterCreate?(context: RequestContext, object: T): Nothing | Promise<Nothing>;
  /** Runs after an update, a patch or an apply, also of a subresource. */
  afterUpdate?(context: RequestContext, object: T): Nothing | Promise<Nothing>;
  /**
   * Runs after an object was removed: by a delete, or by the update that removes its last
   * finalizer. Does not run while finalizers or a grace period delay the removal.
   */
  afterDelete?(context: RequestContext, object: T): Nothing | Promise<Nothing>;
}

/** Returns the time to live of an object in seconds. */
export type TimeToLive<T extends APIObject> = {
  // Declared as a method, because the compiler compares parameters of methods less strictly: a
  // strategy of one kind can then be passed as a strategy of any kind.
  of(object: T): number;
}["of"];

/** The behaviour of a kind in creates, updates and deletions. Absent properties have defaults. */
export interface Strategy<T extends APIObject>
  extends CreateStrategy<T>, UpdateStrategy<T>, DeleteStrategy<T>, HookStrategy<T> {
  /**
   * True for a namespaced kind, false for a cluster-wide kind. Only for types without a scope
   * marker. Must not contradict the markers of other versions. Default: the kind is namespaced.
   */
  readonly isNamespaced?: boolean;
  /**
   * Returns the options to which validation markers refer (`+k8s:ifEnabled(Name)`): true if an
   * option is enabled. A marker with an option that is missing here is an internal error. Default:
   * no options.
   * @param old undefined for a new object
   */
  validationOptions?(
    context: RequestContext,
    object: T,
    old: Readonly<T> | undefined,
  ): Readonly<Record<string, boolean>>;
  /**
   * Returns the values of the fields that field selectors support in every version, besides
   * metadata.name, metadata.namespace and the fields of markers. The names must be the same for
   * every object: the server reads them at its start, from an empty object. A version with other
   * names calls `addFieldLabelConversionFunc` of its scheme.
   */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /**
   * Custom subresources by name, such as `bake`, besides the status and the scale of markers.
   * Default: none.
   */
  readonly subresources?: Subresources<T>;
  /**
   * Strategy for writes of the status, for kinds with `+kubebuilder:subresource:status`. It is
   * optional: these kinds have the subresource even without it.
   */
  readonly status?: StatusStrategy<T>;
  /**
   * False if the server does not record in `metadata.managedFields` which client has set which
   * field. Objects are then shorter, and writes are faster, but the kind has no server-side apply.
   * Default: true.
   */
  readonly managedFields?: boolean;
  /**
   * True if the items of lists have `apiVersion` and `kind`, as those of custom resources have. The
   * dynamic informers of the official Java client require them. Default: false, as for the other
   * kinds of Kubernetes.
   */
  readonly listItemsHaveKind?: boolean;
  /**
   * Fields that `prepareForCreate` and `prepareForUpdate` overwrite, by version (`v1`). Clients do
   * not become managers of these fields, because their values are not stored. The status of a kind
   * with the status subresource is added to them. Default: none.
   */
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
  /**
   * Time to live of the objects in seconds, or a function that returns the time to live of an
   * object (Go: registry.Store.TTLFunc); the function returns 0 for an object that stays. The
   * server deletes an object after this time, even if the object has finalizers. Kubernetes keeps
   * an Event for 1 hour in this way. Default: objects stay until a client deletes them.
   *
   * Every create and every update, also of the status and of the scale, begins the time to live
   * again. An update without a change is not written, so it does not. While finalizers delay the
   * deletion of an object, it has no time to live until its next update.
   */
  readonly ttl?: number | TimeToLive<T>;
  /** Custom table output. It replaces the columns of `+kubebuilder:printcolumn`. */
  readonly table?: TableConvertor;
}

/** Type of the objects of an entry in a `Kinds` table; `never` for the entry of a list kind. */
type ObjectOf<Kind> = Kind extends { readonly resource: string; readonly schema: Schema<infer T> }
  ? T extends APIObject
    ? T
    : never
  : never;

/**
 * Strategies of the served kinds, with the types of the hub's `Kinds` table. The strategy of
 * another kind does not compile. Without a table, every strategy compiles.
 */
export type Strategies<Kinds = AnyKinds> = AnyKinds extends Kinds
  ? Readonly<Record<string, Strategy<APIObject>>>
  : {
      readonly [Kind in keyof Kinds as ObjectOf<Kinds[Kind]> extends never ? never : Kind]?: Strategy<
        ObjectOf<Kinds[Kind]>
      >;
    };

/** A `Kinds` table of any hub. */
export type AnyKinds = Readonly<Record<string, AnyKindDefinition>>;

/**
 * Strategies by kind. The objects of a strategy must have this kind. A strategy of another kind
 * does not compile, with or without a `Kinds` table.
 */
export type StrategiesOfTheirKinds<Given> = {
  readonly [Kind in keyof Given]: Strategy<APIObject & { readonly kind: Kind }>;
};
