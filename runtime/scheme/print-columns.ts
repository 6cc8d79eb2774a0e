import type { JSONPath } from "../json/json-path.js";

/**
 * A column of tables from `+kubebuilder:printcolumn`. It follows the column with the object's name.
 */
export interface PrintColumn {
  /** Heading of the column. */
  readonly name: string;
  readonly type: "integer" | "number" | "string" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /** Visibility of the column: 0 is always shown, larger values only in wide output. Default: 0. */
  readonly priority?: number;
  /** Path of the value in an object. If it selects several values, the first one is shown. */
  readonly path: JSONPath;
}

/** Subresources of a kind, from `+kubebuilder:subresource`. */
export interface Subresources {
  /**
   * True if `status` is a subresource. Then only requests for this subresource can change the
   * status.
   */
  readonly status?: true;
  readonly scale?: ScalePaths;
}

/** Paths in an object for the values of a Scale. Each path is a list of property names. */
export interface ScalePaths {
  readonly specReplicasPath: readonly string[];
  readonly statusReplicasPath: readonly string[];
  /** Path of a string that contains a label selector. */
  readonly labelSelectorPath?: readonly string[];
}
