import type { Marker } from "../../../engine/markers/marker.js";
import type { Rule } from "../../../runtime/schema/rule.js";
import type { SchemaRule as CELRule } from "../schema/json-schema.js";

/** A marker that causes an error, and the name of the property or type for messages. */
export interface Cause {
  readonly label: string;
  readonly marker: Marker;
}

/** A rule with the marker that declares it; without one if the type or the schema implies it. */
export interface CausedRule {
  readonly rule: Rule;
  readonly cause?: Cause | undefined;
}

const causes = new WeakMap<CELRule, Cause | undefined>();

/**
 * Records that a marker contains the CEL rule itself. `setCause` then stores no marker for the
 * rule.
 */
export function setStated(rule: CELRule): void {
  causes.set(rule, undefined);
}

/** Stores the marker from which a CEL rule is generated. A rule keeps its first cause. */
export function setCause(rule: CELRule, cause: Cause | undefined): void {
  if (cause !== undefined && !causes.has(rule)) causes.set(rule, cause);
}

/**
 * Returns the marker from which a CEL rule is generated; undefined if the marker contains the CEL
 * rule itself, or if no marker is stored.
 */
export function causeOf(rule: CELRule): Cause | undefined {
  return causes.get(rule);
}

/**
 * Returns the names of a marker and of the markers that it contains: `+k8s:eachKey=+k8s:format`.
 */
export function namesInMarker({ name, then }: Marker): string {
  return `+${name}${then === undefined ? "" : `=${namesInMarker(then)}`}`;
}
