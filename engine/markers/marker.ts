import type { Position } from "../problem.js";

/**
 * One marker as it stands in a comment: `+k8s:deepcopy-gen=package`, `+k8s:item(type:
 * "A")=+k8s:required`.
 */
export interface Marker {
  /** Without the `+`: `k8s:deepcopy-gen`, `default`. */
  readonly name: string;
  /**
   * The name as it is written, where nobody knows that and `name` is what is most likely meant: an
   * error, but not one more wherever the marker is missed.
   */
  readonly written?: string;
  /** What stands in parentheses: one positional argument (named `""`), or named ones. */
  readonly args?: readonly { readonly name: string; readonly value: MarkerValue }[];
  /**
   * Everything after `=`, blanks trimmed; a trailing ` # comment` left out where the definition is
   * not raw.
   */
  readonly value?: string;
  /** The marker after `=+`. */
  readonly then?: Marker;
  /** Of the `+`. */
  readonly position: Position;
}

export type MarkerValue = string | number | boolean;

/** Where a marker may stand. */
export type MarkerPlace = "package" | "type" | "field" | "function" | "constant";

/**
 * A marker that somebody reads: the one source of checks, of `codegen markers` and of
 * docs/markers.md. Each generator owns its own; those of Kubernetes' other generators are known and
 * kept.
 */
export interface MarkerDefinition {
  /** Without the `+`. A name that ends in `*` stands for all that start so. */
  readonly name: string;
  readonly places: readonly MarkerPlace[];
  /** What its value is, in words for people: `package`, `a JSON literal or ref(Name)`, `none`. */
  readonly value: string;
  readonly description: string;
  /** A line as a person would write it, with the `+`. */
  readonly example: string;
  /** The example for a place where the other one means nothing. */
  readonly exampleOn?: { readonly [place in MarkerPlace]?: string };
  /** The generator that reads it, or the Kubernetes tool it belongs to. */
  readonly owner: string;
  /** A name that older tools used for it: reported as an error with the present name. */
  readonly formerName?: string;
  /** Whether it may stand there several times. */
  readonly repeatable?: boolean;
  /** The value is everything after `=`, taken as it is: JSON, expressions. */
  readonly raw?: boolean;
  /** What the `*` at the end of the name stands for, where only these are known. */
  readonly endings?: readonly string[];
  /** @returns what is wrong with the value, or undefined */
  readonly check?: (marker: Marker) => string | MarkerFault | undefined;
}

/** What is wrong with a marker's value, and the marker as it is most likely meant. */
export interface MarkerFault {
  readonly fault: string;
  /** The whole marker, with the `+`. */
  readonly instead: string;
  /** True where the value is only one of those that are possible. */
  readonly isExample?: true;
}
