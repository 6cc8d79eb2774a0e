import type { Position } from "../base/problem.js";

/** One marker of a comment: `+k8s:deepcopy-gen=package`, `+k8s:item(type: "A")=+k8s:required`. */
export interface Marker {
  /** The name without the `+`: `k8s:deepcopy-gen`, `default`. */
  readonly name: string;
  /**
   * The name in the source, if it is unknown. In that case, `name` is the most similar known name.
   * The marker is reported as an error, but generators handle it as `name`, so that the error does
   * not cause further problems.
   */
  readonly written?: string;
  /** Arguments in parentheses: one positional argument with the name `""`, or named arguments. */
  readonly args?: readonly { readonly name: string; readonly value: MarkerValue }[];
  /**
   * Trimmed text after `=`. It does not contain a ` # comment` at the end, unless the definition
   * has `raw`.
   */
  readonly value?: string;
  /** The nested marker: for the text `=+k8s:required`, the marker `k8s:required`. */
  readonly then?: Marker;
  /**
   * The folder that the value names; absent if the definition has no `namesFolder`, or the value is
   * not a folder.
   */
  readonly folder?: MarkerFolder;
  /** Position of the marker's `+`. */
  readonly position: Position;
}

export type MarkerValue = string | number | boolean;

/** A folder to which the value of a marker refers. */
export interface MarkerFolder {
  /** Id of the package in the folder. */
  readonly id: string;
  /** The path of the folder as the value contains it. */
  readonly text: string;
  readonly role: FolderRole;
}

/**
 * The relation of the named folder to the folder with the marker:
 *
 * - `hub`: the named folder is the hub. The folder with the marker is a version, whose types are
 *   converted to the types of the hub.
 * - `types`: the marker's folder contains functions for the types of the named folder.
 * - `input`: any other relation.
 * - `reference`: the value has the form `ref(folder.Name)` and refers to a constant of the named
 *   folder.
 */
export type FolderRole = "hub" | "types" | "input" | "reference";

/** Kind of syntax on which a marker can be placed. */
export type MarkerPlace = "package" | "type" | "field" | "function" | "constant";

/**
 * The definition of a marker. Checks, `codegen markers` and docs/markers.md use it. A generator
 * defines the markers that it reads, and markers of Kubernetes' tools that codegen only checks.
 */
export interface MarkerDefinition {
  /** The name without the `+`. A `*` at the end matches any characters. */
  readonly name: string;
  readonly places: readonly MarkerPlace[];
  /** Description of the marker's value: `package`, `a JSON literal or ref(Name)`, `none`. */
  readonly value: string;
  readonly description: string;
  /** An example of the marker, including the `+`. */
  readonly example: string;
  /** Examples for places where `example` is not valid. */
  readonly exampleOn?: { readonly [place in MarkerPlace]?: string };
  /** The generator that reads the marker, or the Kubernetes tool to which the marker belongs. */
  readonly owner: string;
  /**
   * Name of the marker in older tools. A marker with the former name is an error, and its hint
   * shows the current name.
   */
  readonly formerName?: string;
  /**
   * JSDoc tags, without `@`, that users write instead of the marker. Such a tag has no effect, so
   * it is reported unless the comment also has the marker.
   */
  readonly jsdocTags?: readonly string[];
  /** True if one comment can contain the marker several times. */
  readonly repeatable?: boolean;
  /**
   * True if the value is the whole rest of the line after `=`, which is only trimmed, for example
   * JSON or an expression.
   */
  readonly raw?: boolean;
  /**
   * True if the value contains values of fields, such as a default. Numbers in it must then be
   * exact.
   */
  readonly holdsValues?: boolean;
  /**
   * Relation of the folder that the value names; absent if the value does not name a folder. The
   * named folder is read too. Its path is relative to the marker's folder or to the root.
   */
  readonly namesFolder?: FolderRole;
  /** Possible replacements of the `*` in the name; absent if they are unknown. */
  readonly endings?: readonly string[];
  /** Returns the problem in a marker; undefined for a valid marker. */
  readonly check?: (marker: Marker) => string | MarkerFault | undefined;
  /**
   * Returns the reason why two markers in one comment contradict each other; undefined if they do
   * not.
   */
  readonly contradicts?: (marker: Marker, other: Marker) => string | undefined;
}

/** A problem in a marker's value, with a corrected marker. */
export interface MarkerFault {
  readonly fault: string;
  /** The corrected marker, including the `+`. */
  readonly instead: string;
  /** True if `instead` is only one of several possible corrections. */
  readonly isExample?: true;
}
