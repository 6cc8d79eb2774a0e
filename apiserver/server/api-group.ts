import type { CodecFactory, Scheme } from "@apimachinery/runtime";
import type { ResourceInfo } from "../endpoints/installed.js";

/** Resources of a version, by their names in paths, such as `pizzas`. */
export type Resources = Readonly<Record<string, ResourceInfo>>;

/**
 * Deprecation of a whole version. It has precedence over the lifecycle markers of the version's
 * types.
 */
export interface Deprecation {
  /**
   * Warning in every response. Default: a sentence as in Go, with the kind and the known releases.
   */
  readonly warning?: string;
  /**
   * First release that does not have the version, as `major.minor`, for the warning and the
   * metrics. Absent if it is not known.
   */
  readonly removedRelease?: string;
}

/**
 * A group with its stores (Go: genericapiserver.APIGroupInfo). `newAPIGroup` creates it from kinds
 * and strategies.
 */
export interface APIGroupInfo {
  readonly group: string;
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  /**
   * Resources by version. The order of versions is the scheme's order of priority, not the order of
   * this object.
   */
  readonly versions: Readonly<Record<string, Resources>>;
  /** Served versions that are deprecated. */
  readonly deprecatedVersions?: Readonly<Record<string, Deprecation>> | undefined;
}
