import type { Marker } from "../../../engine/markers/marker.js";
import type { Field, TypeDeclaration } from "../../../engine/model/universe.js";
import type { Rule, RuleOf } from "../../../runtime/schema/rule.js";
import type { SchemaRule as CELRule } from "../schema/json-schema.js";

/** A marker that causes an error, and the name of the property or type for messages. */
export interface Cause {
  readonly label: string;
  readonly marker: Marker;
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

/** Returns the marker of a property that declares a rule; undefined if none does. */
export function markerOfField(of: TypeDeclaration, field: Field, rule: Rule): Cause | undefined {
  const marker = declaringMarker(field.markers, rule);
  return marker && { label: `${of.name}.${field.name}`, marker };
}

/**
 * Returns the marker that declares a rule of a type. The marker is at the type or at one of its
 * properties. Returns undefined if none of them has it.
 */
export function markerOfType(of: TypeDeclaration, rule: Rule): Cause | undefined {
  const own = declaringMarker(of.markers, rule);
  if (own !== undefined) return { label: of.name, marker: own };
  const fields = of.shape.kind === "object" ? of.shape.fields : [];
  const name = propertyIn(rule);
  const sorted = [...fields.filter((field) => field.name === name), ...fields];
  for (const field of sorted) {
    const found = markerOfField(of, field, rule);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the name of the property whose marker declares a rule of the whole object; undefined for
 * other rules.
 */
function propertyIn(rule: Rule): string | undefined {
  if (rule.kind === "dependentRequired" || rule.kind === "dependentForbidden") return rule.trigger;
  if (rule.kind === "mode") return rule.name;
  return rule.kind === "union" || rule.kind === "zeroOrOneOf" ? rule.members[0]?.name : undefined;
}

/**
 * Names of markers, by kind of rule. The markers of all other kinds are named `k8s:<kind>`, except
 * those of the kind `update` (see `isUpdate`).
 */
const others: Readonly<Partial<Record<Rule["kind"], readonly string[]>>> = {
  custom: ["k8s:customValidation"],
  fixed: ["k8s:validateFalse", "k8s:validateError", "k8s:validateFalseAlpha", "k8s:validateFalseBeta"],
  items: ["k8s:eachVal"],
  values: ["k8s:eachVal"],
  keys: ["k8s:eachKey"],
  mode: ["k8s:ifMode", "k8s:member"],
  option: ["k8s:ifEnabled", "k8s:ifDisabled"],
  union: ["k8s:unionMember"],
  zeroOrOneOf: ["k8s:zeroOrOneOfMember"],
};

/**
 * Returns the marker that declares a rule; undefined if none does. If several markers of the same
 * name match, such as `+k8s:eachKey=+…`, the marker whose inner marker declares one of the inner
 * rules is preferred.
 */
function declaringMarker(markers: readonly Marker[], rule: Rule): Marker | undefined {
  const found = markers.filter((one) => states(one, rule));
  const inner = "rules" in rule ? rule.rules : [];
  return found.find(({ then }) => then !== undefined && inner.some((one) => states(then, one))) ?? found[0];
}

/** Reports whether a marker, or the marker that it wraps, declares a rule. */
function states(marker: Marker, rule: Rule): boolean {
  const isIt = rule.kind === "update" ? isUpdate(marker, rule) : namesOf(rule).includes(marker.name);
  return isIt || (marker.then !== undefined && states(marker.then, rule));
}

function namesOf({ kind }: Rule): readonly string[] {
  return others[kind] ?? [`k8s:${kind}`];
}

function isUpdate({ name, value }: Marker, { only }: RuleOf<"update">): boolean {
  return name === `k8s:${only}` || (name === "k8s:update" && value?.split(",").includes(only) === true);
}
