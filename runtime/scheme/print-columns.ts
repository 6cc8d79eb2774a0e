import type { JSONPath } from "../json-path.js";

/** A column of tables after the one with the name, from `+kubebuilder:printcolumn`. */
export interface PrintColumn {
  /** Heading of the column. */
  readonly name: string;
  readonly type: "integer" | "number" | "string" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /**
   * 0 for columns that are always shown, larger for those that only wide output shows. Default: 0.
   */
  readonly priority?: number;
  /** Path of the value in an object. The first result is shown. */
  readonly path: JSONPath;
}

/** Subresources of a kind, from `+kubebuilder:subresource`. */
export interface Subresources {
  /** Makes `status` a subresource: only requests to it change the status. */
  readonly status?: true;
  readonly scale?: ScalePaths;
}

/** Paths of the values of a Scale in an object, as names of properties. */
export interface ScalePaths {
  readonly specReplicasPath: readonly string[];
  readonly statusReplicasPath: readonly string[];
  /** Path of a label selector as text. */
  readonly labelSelectorPath?: readonly string[];
}
