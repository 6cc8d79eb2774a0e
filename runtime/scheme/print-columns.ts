import type { JSONPath } from "../json-path.js";

/** A column of tables, beside the one with the name: what `+kubebuilder:printcolumn` says. */
export interface PrintColumn {
  /** Its head. */
  readonly name: string;
  readonly type: "integer" | "number" | "string" | "boolean" | "date";
  readonly format?: string;
  readonly description?: string;
  /** 0 for columns that are always shown, more for those that wide output shows; 0 if absent. */
  readonly priority?: number;
  /** Where its value is in an object; the first that is found is shown. */
  readonly path: JSONPath;
}

/**
 * The parts of a kind's objects that have a path of their own: what `+kubebuilder:subresource`
 * says.
 */
export interface Subresources {
  /** Written by itself, and by nothing else. */
  readonly status?: true;
  readonly scale?: ScalePaths;
}

/** Where in an object is what a Scale shows, as the names of properties. */
export interface ScalePaths {
  readonly specReplicasPath: readonly string[];
  readonly statusReplicasPath: readonly string[];
  /** A selector of labels as text. */
  readonly labelSelectorPath?: readonly string[];
}
