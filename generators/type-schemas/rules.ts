import type { Marker } from "../../engine/markers/marker.js";
import type { Rule } from "../../runtime/schema/rule.js";
import { once } from "../../engine/util/once.js";
import { extensionsOf } from "../markers/extensions.js";
import { celRulesOfMarkers, constrainedProperties, constraintOf, markersOfPart } from "../markers/constraints.js";

/** String formats for which CEL uses another type than string. */
const celFormats: ReadonlySet<unknown> = new Set(["byte", "date", "date-time", "duration"]);

/**
 * Returns the rules in the markers of a type or field that validation functions do not contain: CEL
 * rules and rules for embedded objects, of the value and its nested values, and formats that
 * determine the types in CEL expressions.
 * @param stated rules that the schema already contains
 */
export function ruleData(markers: readonly Marker[], stated: readonly Rule[] = []): readonly Rule[] {
  return markers.length === 0 ? [] : without(rulesIn(markers), stated);
}

function without(rules: readonly Rule[], stated: readonly Rule[]): readonly Rule[] {
  if (stated.length === 0) return rules;
  return rules.flatMap((rule): readonly Rule[] => {
    const same = stated.filter((other) => other.kind === rule.kind && nameOf(other) === nameOf(rule));
    if (rule.kind === "format" || rule.kind === "embeddedResource") return same.length > 0 ? [] : [rule];
    if (!("rules" in rule)) return [rule];
    const inner = without(rule.rules, same.flatMap(innerRules));
    return inner.length === 0 ? [] : [{ ...rule, rules: inner }];
  });
}

function nameOf(rule: Rule): string | undefined {
  return rule.kind === "subfield" ? rule.name : undefined;
}

function innerRules(rule: Rule): readonly Rule[] {
  return "rules" in rule ? rule.rules : [];
}

const rulesIn = once((markers: readonly Marker[]): readonly Rule[] => {
  const format = markers.map(constraintOf).find((constraint) => constraint?.keyword === "format")?.value;
  const ofPart = (part: string, around: (rules: readonly Rule[]) => Rule): readonly Rule[] => {
    const rules = ruleData(markersOfPart(markers, part));
    return rules.length === 0 ? [] : [around(rules)];
  };
  return [
    // This assertion is safe, because the markers were checked when they were parsed.
    ...celRulesOfMarkers(markers).map((rule) => ({ kind: "cel", ...rule }) as Rule),
    ...(celFormats.has(format) ? [{ kind: "format", format: String(format), texts: "crd" } as const] : []),
    ...(extensionsOf(markers).some(isEmbedded) ? [{ kind: "embeddedResource" } as const] : []),
    ...ofPart("items", (rules) => ({ kind: "items", rules })),
    ...ofPart("additionalProperties", (rules) => ({ kind: "values", rules })),
    ...constrainedProperties(markers).flatMap((name) =>
      ofPart(`properties:${name}`, (rules) => ({ kind: "subfield", name, rules })),
    ),
  ];
});

function isEmbedded({ key }: { readonly key: string }): boolean {
  return key === "x-kubernetes-embedded-resource";
}

/** Reports whether rules contain a CEL rule, for the value or for a nested value. */
export function hasCEL(rules: readonly Rule[]): boolean {
  return containsRule(rules, "cel");
}

/** Reports whether rules contain a rule of one kind, for the value or for a nested value. */
export function containsRule(rules: readonly Rule[], kind: Rule["kind"]): boolean {
  return rules.some((rule) => rule.kind === kind || containsRule(innerRules(rule), kind));
}
