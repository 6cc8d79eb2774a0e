import type { CodecFactory, Scheme } from "@apimachinery/runtime";
import type { TableConvertor } from "../endpoints/table/convertor.js";
import type { Store } from "../registry/store.js";

/** A resource as one version of a group serves it. Versions of one resource share their store. */
export interface ResourceInfo {
  readonly store: Store;
  readonly singularName: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** How it is shown in tables: name and age where absent. */
  readonly table?: TableConvertor;
}

/** Resources by their names in paths: `pizzas`. */
export type Resources = Readonly<Record<string, ResourceInfo>>;

/** A group to be served: Go's genericapiserver.APIGroupInfo. */
export interface APIGroupInfo {
  readonly group: string;
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  /** By version. They are listed in the scheme's order of priority. */
  readonly versions: Readonly<Record<string, Resources>>;
  /** The version that objects are stored in. */
  readonly storageVersion: string;
}
