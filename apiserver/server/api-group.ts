import type { CodecFactory, Scheme } from "@apimachinery/runtime";
import type { ResourceInfo } from "../endpoints/installed.js";

/** Resources by their names in paths: `pizzas`. */
export type Resources = Readonly<Record<string, ResourceInfo>>;

/** The deprecation of a whole version. It overrides the lifecycle markers of its types. */
export interface Deprecation {
  /**
   * The warning of every response; Go's sentence if absent, with the kind and the known releases.
   */
  readonly warning?: string;
  /** The first release without the version, as `major.minor`, for the warning and the metrics. */
  readonly removedRelease?: string;
}

/**
 * A group with its stores. (Go: genericapiserver.APIGroupInfo.) `newAPIGroup` makes it from kinds
 * and strategies.
 */
export interface APIGroupInfo {
  readonly group: string;
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  /** The resources by version. Versions are listed in the scheme's order of priority. */
  readonly versions: Readonly<Record<string, Resources>>;
  /** Served versions that are deprecated. */
  readonly deprecatedVersions?: Readonly<Record<string, Deprecation>> | undefined;
}
