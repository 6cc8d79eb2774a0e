import type { Position } from "../base/problem.js";

/** One marker of a comment: `+k8s:deepcopy-gen=package`, `+k8s:item(type: "A")=+k8s:required`. */
export interface Marker {
  /** The name without the `+`: `k8s:deepcopy-gen`, `default`. */
  readonly name: string;
  /**
   * The name in the source text, if it is unknown. `name` is then the most similar known name. The
   * marker is reported as an error, but generators treat it as a marker `name`, so that the error
   * causes no other problems.
   */
  readonly written?: string;
  /** Arguments in parentheses: one positional argument (with the name `""`), or named ones. */
  readonly args?: readonly { readonly name: string; readonly value: MarkerValue }[];
  /**
   * Trimmed text after `=`. It does not contain a trailing ` # comment`, unless the definition is
   * raw.
   */
  readonly value?: string;
  /** The marker in the value: the text after `=+`. */
  readonly then?: Marker;
  /** The folder that the value names, if the definition has `namesFolder`. */
  readonly folder?: MarkerFolder;
  /** Position of the marker's `+`. */
  readonly position: Position;
}

export type MarkerValue = string | number | boolean;

/** A folder that the value of a marker names. */
export interface MarkerFolder {
  /** Id of the package in the folder. */
  readonly id: string;
  /** The part of the value that names the folder. */
  readonly text: string;
  readonly role: FolderRole;
}

/**
 * The relation of a named folder to the folder of the marker:
 *
 * - `hub`: the named folder has the peer types of the marker's folder, and the marker's folder is
 * one of its versions.
 * - `types`: the named folder has the types whose functions are in the marker's folder.
 * - `input`: any other relation.
 * - `reference`: the folder in the value `ref(folder.Name)`. Such a value refers to a constant.
 */
export type FolderRole = "hub" | "types" | "input" | "reference";

/** A place where a marker can be. */
export type MarkerPlace = "package" | "type" | "field" | "function" | "constant";

/**
 * The definition of a marker. The checks, `codegen markers` and docs/markers.md use the
 * definitions. Each generator defines its own markers, and those of Kubernetes' tools that codegen
 * only checks.
 */
export interface MarkerDefinition {
  /** The name without the `+`. A `*` at the end matches any ending. */
  readonly name: string;
  readonly places: readonly MarkerPlace[];
  /** Describes the marker's value for users: `package`, `a JSON literal or ref(Name)`, `none`. */
  readonly value: string;
  readonly description: string;
  /** An example line, including the `+`. */
  readonly example: string;
  /** Examples by place, for places where `example` is not valid. */
  readonly exampleOn?: { readonly [place in MarkerPlace]?: string };
  /** The generator that reads the marker, or the Kubernetes tool that it belongs to. */
  readonly owner: string;
  /**
   * The marker's name in older tools. A marker with this name is an error, and the hint shows the
   * current name.
   */
  readonly formerName?: string;
  /**
   * JSDoc tags without `@` that users write in place of the marker. Such a tag has no effect, so it
   * is reported if the comment has no marker with this tag.
   */
  readonly jsdocTags?: readonly string[];
  /** True if one comment can contain the marker several times. */
  readonly repeatable?: boolean;
  /**
   * True if the value consists of all text after `=`, unchanged. Examples are JSON and expressions.
   */
  readonly raw?: boolean;
  /**
   * True if the value has values of properties, such as a default. Their numbers must be exact.
   */
  readonly holdsValues?: boolean;
  /**
   * The relation of the folder that the value names; absent if the value names no folder. The
   * folder is loaded too. Its path is relative to the marker's folder or to the root.
   */
  readonly namesFolder?: FolderRole;
  /** Possible endings in place of the `*`, if they are known. */
  readonly endings?: readonly string[];
  /** Returns the problem in a marker; undefined for a valid marker. */
  readonly check?: (marker: Marker) => string | MarkerFault | undefined;
  /** Returns why another marker beside this one is a mistake; undefined if it is none. */
  readonly contradicts?: (marker: Marker, other: Marker) => string | undefined;
}

/** A problem in a marker's value, and the marker that the user probably meant. */
export interface MarkerFault {
  readonly fault: string;
  /** The whole marker, including the `+`. */
  readonly instead: string;
  /** True if `instead` shows only one of several possible values. */
  readonly isExample?: true;
}
