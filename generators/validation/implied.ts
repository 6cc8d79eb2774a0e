import { underlying } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { compareText } from "../../engine/problem.js";
import { hasDefault } from "../defaults/read-default.js";
import { isRequired } from "../openapi/required.js";
import { rule, type Rule, type Variable } from "./rule.js";

/** Markers of properties for which other rules decide whether they must be set. */
const others: ReadonlySet<string> = new Set([
  "k8s:forbidden",
  "k8s:unionMember",
  "k8s:zeroOrOneOfMember",
  "k8s:ifMode",
]);

/**
 * Returns whether an object must contain a property that has no `?`; undefined for a property with
 * `?`, whose type tells that it can be absent.
 */
export function presenceOf(
  universe: Universe,
  owner: TypeDeclaration,
  field: Field,
): "required" | "optional" | undefined {
  if (field.optional) return undefined;
  const isFree = field.name === "metadata" || hasDefault(field.markers) || hasOther(field);
  return !isFree && isRequired(universe, owner, field) ? "required" : "optional";
}

/** A rule that a type implies, with the variable that it refers to. */
export interface Implied {
  readonly rule: Rule;
  readonly variable: Variable;
}

/**
 * Returns the rule of a union of literals that is written in place: the value is one of them.
 * @param name of the variable with the literals
 */
export function impliedRule(type: Type, name: string): Implied | undefined {
  if (type.kind !== "literals") return undefined;
  const values = [...type.values].sort((a, b) => compareText(String(a), String(b)));
  return { rule: rule({ kind: "enum", symbols: name }), variable: { kind: "symbols", name, values } };
}

/** Returns the rule of an alias of literals, unless `+k8s:enum` has the same one. */
export function impliedByAlias(universe: Universe, { name, shape, markers }: TypeDeclaration): Implied | undefined {
  if (shape.kind !== "alias" || markers.some((marker) => marker.name === "k8s:enum")) return undefined;
  return shape.of.kind === "ref" ? undefined : impliedRule(underlying(universe, shape.of), `symbolsFor${name}`);
}

function hasOther({ markers }: Field): boolean {
  return markers.some(({ name }) => others.has(name));
}
