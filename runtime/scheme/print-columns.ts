import type { JSONPath } from "../json/json-path.js";

/**
 * A column of the tables that kubectl prints, from the marker `+kubebuilder:printcolumn`. The
 * columns come after the column with the object's name.
 */
export interface PrintColumn {
  /** Heading of the column. */
  readonly name: string;
  readonly type: "integer" | "number" | "string" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /**
   * Columns with priority 0 are always shown, columns with a higher priority only in wide output.
   * Default: 0.
   */
  readonly priority?: number;
  /** Path of the value in an object. If the path selects several values, the first is shown. */
  readonly path: JSONPath;
}

/** Subresources of a kind, from the marker `+kubebuilder:subresource`. */
export interface Subresources {
  /**
   * True if `status` is a subresource. The status can then be changed only by requests to this
   * subresource.
   */
  readonly status?: true;
  readonly scale?: ScalePaths;
}

/** Paths in an object to the values of its Scale. Each path is a list of property names. */
export interface ScalePaths {
  readonly specReplicasPath: readonly string[];
  readonly statusReplicasPath: readonly string[];
  /** Path to a string that contains a label selector. Absent if the kind has none. */
  readonly labelSelectorPath?: readonly string[];
}
