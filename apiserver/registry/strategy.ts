import type { AnyKindDefinition, ErrorList, Schema } from "@apimachinery/runtime";
import type { TableConvertor } from "./table-convertor.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * The result of a function that changes its object in place. A function that returns a changed copy
 * does not compile, although it would compile for `void`.
 */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- `undefined` alone would refuse functions that are declared to return void
export type Nothing = void | undefined;

/** The strategy of creations. (Go: rest.RESTCreateStrategy.) Objects are in the hub's form. */
export interface CreateStrategy<T extends APIObject> {
  /**
   * Returns the problems of a name, as sentences. `isPrefix` is true for the base of a generated
   * name. Every valid segment of a path is accepted if absent.
   */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /** Makes a name from `metadata.generateName`; the base and five random characters if absent. */
  generateName?(base: string): string;
  /** Sets or clears the fields that clients cannot decide, in place. */
  prepareForCreate?(context: RequestContext, object: T): Nothing;
  /**
   * Returns the errors of a new object, and of the new object of an update. Every object is valid
   * if absent.
   */
  validate?(context: RequestContext, object: T): ErrorList;
  warningsOnCreate?(context: RequestContext, object: T): readonly string[];
  /** Normalizes a valid object in place, so that equal objects are stored as equal bytes. */
  canonicalize?(object: T): Nothing;
}

/** The strategy of updates. (Go: rest.RESTUpdateStrategy.) */
export interface UpdateStrategy<T extends APIObject> {
  /** Whether a PUT of a missing object creates it; false if absent. */
  readonly allowCreateOnUpdate?: boolean;
  /** Whether an update without a resourceVersion overwrites the current object; false if absent. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * Whether `validate` also runs on updates; true if absent. With false, as in Go, only
   * `validateUpdate` runs.
   */
  readonly validateOnUpdate?: boolean;
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  /**
   * Returns the errors of a change, in addition to those of `validate`. Neither runs for an update
   * that only removes finalizers of an object that is being deleted, so that an invalid object can
   * still be deleted.
   */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/**
 * The strategy of updates of the status, if it is a subresource. Nothing is checked or prepared if
 * a function is absent.
 */
export interface StatusStrategy<T extends APIObject> {
  /**
   * Prepares the new status in place. Everything except the status is already that of the old
   * object.
   */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/** The behaviour of a kind in creations and updates. Absent properties have defaults. */
export interface Strategy<T extends APIObject> extends CreateStrategy<T>, UpdateStrategy<T> {
  /** For kinds whose types have no marker. It must not contradict the markers. */
  readonly isNamespaced?: boolean;
  /**
   * Returns the fields that field selectors support, besides metadata.name and metadata.namespace.
   */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /**
   * For kinds with `+kubebuilder:subresource:status`. They have the subresource even if it is
   * absent.
   */
  readonly status?: StatusStrategy<T>;
  /** Custom table output; overrides `+kubebuilder:printcolumn`. */
  readonly table?: TableConvertor;
}

/** The object type of an entry of a `Kinds` table; never for lists. */
type ObjectOf<Kind> = Kind extends { readonly resource: string; readonly schema: Schema<infer T> }
  ? T extends APIObject
    ? T
    : never
  : never;

/**
 * The strategies of the served kinds, typed by the hub's `Kinds` table. The strategy of another
 * kind does not compile. Without a table every strategy is accepted.
 */
export type Strategies<Kinds = AnyKinds> = AnyKinds extends Kinds
  ? Readonly<Record<string, Strategy<APIObject>>>
  : {
      readonly [Kind in keyof Kinds as ObjectOf<Kinds[Kind]> extends never ? never : Kind]?: Strategy<
        ObjectOf<Kinds[Kind]>
      >;
    };

/** Any table of kinds. */
export type AnyKinds = Readonly<Record<string, AnyKindDefinition>>;

/**
 * Strategies of the kinds under whose names they are given, by the `kind` of their object types.
 * The strategy of another kind does not compile, with or without a `Kinds` table.
 */
export type StrategiesOfTheirKinds<Given> = {
  readonly [Kind in keyof Given]: Strategy<APIObject & { readonly kind: Kind }>;
};
