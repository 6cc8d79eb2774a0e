import type { ErrorList } from "@apimachinery/runtime";
import type { TableConvertor } from "../endpoints/table/convertor.js";
import type { APIObject } from "./api-object.js";
import type { RequestContext } from "./context.js";

/** How objects of a kind are created: Go's rest.RESTCreateStrategy. Objects are in the hub's form. */
export interface CreateStrategy<T extends APIObject> {
  /** What is wrong with a name, in sentences. The base of a generated name comes with `isPrefix`. Path segments if absent. */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /** Makes a name of `metadata.generateName`; the base and five random characters if absent. */
  generateName?(base: string): string;
  /** Sets or clears, in place, what clients may not decide. */
  prepareForCreate?(context: RequestContext, object: T): void;
  /** Everything is valid if absent. */
  validate?(context: RequestContext, object: T): ErrorList;
  warningsOnCreate?(context: RequestContext, object: T): readonly string[];
  /** Brings an object that is valid into its normal form, in place, so that equal things are stored as equal bytes. */
  canonicalize?(object: T): void;
}

/** How objects of a kind are updated: Go's rest.RESTUpdateStrategy. */
export interface UpdateStrategy<T extends APIObject> {
  /** Whether a PUT of an object that is not there creates it; no if absent. */
  readonly allowCreateOnUpdate?: boolean;
  /** Whether an update without a resourceVersion overwrites whatever is there; no if absent. */
  readonly allowUnconditionalUpdate?: boolean;
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): void;
  /** As `validate` says of the new object, if absent. */
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/** How the status of objects is updated, where it is a subresource: what a kind's own does not say is not done. */
export interface StatusStrategy<T extends APIObject> {
  /** Everything but the status is the old object's already. */
  prepareForUpdate?(context: RequestContext, object: T, old: Readonly<T>): void;
  validateUpdate?(context: RequestContext, object: T, old: Readonly<T>): ErrorList;
  warningsOnUpdate?(context: RequestContext, object: T, old: Readonly<T>): readonly string[];
}

/** All that makes a kind's objects differ from others' in how they are written: what it does not say is as with most kinds. */
export interface Strategy<T extends APIObject> extends CreateStrategy<T>, UpdateStrategy<T> {
  /** For kinds whose types no marker stands on: what markers say if absent, which it must not contradict. */
  readonly isNamespaced?: boolean;
  /** Fields beside metadata.name and metadata.namespace that field selectors may ask for. */
  selectableFields?(object: T): Readonly<Record<string, string>>;
  /** For kinds that are marked `+kubebuilder:subresource:status`: those have it without, too. */
  readonly status?: StatusStrategy<T>;
  /** How objects are shown in tables where columns by markers do not do; it wins over those. */
  readonly table?: TableConvertor;
}
