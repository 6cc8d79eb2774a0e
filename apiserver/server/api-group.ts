import type { CodecFactory, Scheme } from "@apimachinery/runtime";
import type { ResourceInfo } from "../endpoints/installed.js";

/** Resources by their names in paths: `pizzas`. */
export type Resources = Readonly<Record<string, ResourceInfo>>;

/** The deprecation of a whole version. It wins over the lifecycle markers of its types. */
export interface Deprecation {
  /**
   * The warning of every response. Go's sentence if absent, with the kind and the releases that are
   * known.
   */
  readonly warning?: string;
  /**
   * The release that does not serve the version any more, as `major.minor`: for the warning and the
   * metrics.
   */
  readonly removedRelease?: string;
}

/**
 * A group to be served, with its stores: Go's genericapiserver.APIGroupInfo. `newAPIGroup` makes
 * one of kinds and strategies.
 */
export interface APIGroupInfo {
  readonly group: string;
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  /** By version. They are listed in the scheme's order of priority. */
  readonly versions: Readonly<Record<string, Resources>>;
  /** By version: those that are going away, and still served. */
  readonly deprecatedVersions?: Readonly<Record<string, Deprecation>> | undefined;
}
