import type { Marker } from "../../../engine/markers/marker.js";
import { unquote } from "../../../engine/markers/grammar.js";
import { example } from "../../../generators/markers/crd.js";
import { constraintOf, markersOfPart, parseMarkerJSON } from "../../../generators/markers/constraints.js";

/** The rules of a value that a sample must follow. */
export interface SampleRules {
  /** Limits by keyword, such as `minimum`. */
  readonly limits: ReadonlyMap<string, unknown>;
  /** Format of a string; undefined if the string has no format. */
  readonly format?: string | undefined;
  /** A value that is not allowed. */
  readonly not?: unknown;
  /** True if a list or map must not be empty. */
  readonly filled: boolean;
  /** An example value from the markers of the type. */
  readonly example?: unknown;
  /** True if the items of a list must be unique. */
  readonly unique: boolean;
  /** Names of the properties that identify the items of a list. */
  readonly keys: readonly string[];
  /** Markers for each item of a list, or each value of a map. */
  readonly each: readonly Marker[];
  /** Markers for each key of a map. */
  readonly eachKey: readonly Marker[];
}

/** Returns the rules in the markers of a value. */
export function sampleRules(all: readonly Marker[]): SampleRules {
  const markers = all.flatMap(withoutStage);
  const named = (...names: readonly string[]): Marker[] => markers.filter(({ name }) => names.includes(name));
  const limits = new Map(
    markers.flatMap((marker) => {
      const found = constraintOf(marker);
      return found === undefined ? [] : [[found.keyword, found.value] as const];
    }),
  );
  const [format] = [...named("k8s:format").map(({ value = "" }) => unquote(value)), limits.get("format")];
  const [not] = named("k8s:neq").map(({ value }) => parseMarkerJSON(value ?? ""));
  const [recommended] = named(example.name);
  const types = named("listType", "k8s:listType", "k8s:unique").map(({ value = "" }) => unquote(value));
  const parts = ["items", "additionalProperties"].flatMap((part) => markersOfPart(markers, part));
  return {
    limits,
    format: typeof format === "string" ? format : undefined,
    not,
    filled: named("k8s:required").length > 0,
    ...(recommended === undefined ? {} : { example: parseMarkerJSON(recommended.value ?? "") }),
    unique: limits.get("uniqueItems") === true || types.some((type) => type === "set" || type === "map"),
    keys: named("listMapKey", "k8s:listMapKey").map(({ value = "" }) => unquote(value)),
    each: [...named("k8s:eachVal").flatMap(({ then }) => then ?? []), ...parts],
    eachKey: named("k8s:eachKey").flatMap(({ then }) => then ?? []),
  };
}

/** Returns a numeric limit; 0 if the rules do not contain the limit. */
export function countOf({ limits }: SampleRules, keyword: string): number {
  const value = limits.get(keyword);
  return typeof value === "number" ? value : 0;
}

/**
 * Returns the inner marker of a marker with a stability level, such as `+k8s:alpha=+k8s:minimum=1`.
 * Returns other markers unchanged.
 */
export function withoutStage(marker: Marker): Marker[] {
  const isStage = marker.name === "k8s:alpha" || marker.name === "k8s:beta";
  return isStage && marker.then !== undefined ? withoutStage(marker.then) : [marker];
}
