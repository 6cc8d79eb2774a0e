import type { AnyKindDefinition, ErrorList, Schema } from "@apimachinery/runtime";
import type { TableConvertor } from "./table-convertor.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * The result of a function that changes its object in place: nothing. A function that returns a
 * changed copy does not compile, as it would for `void` alone.
 */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- `undefined` alone would refuse functions that are declared to return void
export type Nothing = void | undefined;

/**
 * How objects of a kind are created: Go's rest.RESTCreateStrategy. Objects are in the hub's form.
 */
export interface CreateStrategy<T extends APIObject> {
  /**
   * What is wrong with a name, in sentences. The base of a generated name comes with `isPrefix`.
   * Path segments if absent.
   */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /** Makes a name of `metadata.generateName`; the base and five random characters if absent. */
  generateName?(base: string): string;
  /** Sets or clears, in place, what clients may not decide. */
  prepareForCreate?(context: RequestContext, object: T): Nothing;
  /**
   * What is wrong with an object that is created, and with the new object of an update. Everything
   * is valid if absent.
   */
  validate?(context: RequestContext, object: T): ErrorList;
  warningsOnCreate?(context: RequestContext, object: T): readonly string[];
  /**
   * Brings an object that is valid into its normal form, in place, so that equal things are stored
   * as equal bytes.
   */
  canonicalize?(object: T): Nothing;
}

/** How objects of a kind are updated: Go's rest.RESTUpdateStrategy. */
export interface UpdateStrategy<T extends APIObject> {
  /** Whether a PUT of an object that is not there creates it; no if absent. */
  readonly allowCreateOnUpdate?: boolean;
  /** Whether an update without a resourceVersion overwrites whatever is there; no if absent. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * Whether `validate` runs on updates, too; yes if absent. False is Go's behaviour:
   * `validateUpdate` alone decides.
   */
  readonly validateOnUpdate?: boolean;
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  /**
   * What is wrong with a change; `validate` runs before it. Neither runs where the object is being
   * deleted and nothing but finalizers is removed, so that an object that has become invalid can
   * still be deleted.
   */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/**
 * How the status of objects is updated, where it is a subresource: what a kind's own does not say
 * is not done.
 */
export interface StatusStrategy<T extends APIObject> {
  /** Everything but the status is the old object's already. */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): Nothing;
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/**
 * All that makes a kind's objects differ from others' in how they are written: what it does not say
 * is as with most kinds.
 */
export interface Strategy<T extends APIObject> extends CreateStrategy<T>, UpdateStrategy<T> {
  /**
   * For kinds whose types no marker stands on: what markers say if absent, which it must not
   * contradict.
   */
  readonly isNamespaced?: boolean;
  /** Fields beside metadata.name and metadata.namespace that field selectors may ask for. */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /** For kinds that are marked `+kubebuilder:subresource:status`: those have it without, too. */
  readonly status?: StatusStrategy<T>;
  /** How objects are shown in tables where columns by markers do not do; it wins over those. */
  readonly table?: TableConvertor;
}

/** The object that an entry of a `Kinds` table describes; never for lists. */
type ObjectOf<Kind> = Kind extends { readonly resource: string; readonly schema: Schema<infer T> }
  ? T extends APIObject
    ? T
    : never
  : never;

/**
 * A strategy for each kind that is served: of the kind's own type, by the hub's `Kinds` table. A
 * strategy of another kind does not compile. Without a table any strategy fits.
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
 * Strategies whose objects have the kind that they are given for, as `TypeMeta` of the type reports
 * it. The strategy of another kind does not compile, with or without a `Kinds` table.
 */
export type StrategiesOfTheirKinds<Given> = {
  readonly [Kind in keyof Given]: Strategy<APIObject & { readonly kind: Kind }>;
};
