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

const causes = new WeakMap<CELRule, Cause>();

/** Stores the marker from which a CEL rule is generated, and returns the rule. */
export function withCause(rule: CELRule, cause: Cause | undefined): CELRule {
  if (cause !== undefined) causes.set(rule, cause);
  return rule;
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
