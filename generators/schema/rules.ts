import type { Marker } from "../../engine/markers/marker.js";
import { once } from "../../engine/util/once.js";
import { extensionsOf } from "../openapi/extensions.js";
import { celRulesOf, constrainedProperties, constraintOf, markersOfPart } from "../openapi/validations.js";

/** A rule of a schema: its `kind`, and the properties of the kind. */
export type RuleView = Readonly<Record<string, unknown>>;

/** Formats that change the type of a string in CEL rules. */
const celFormats: ReadonlySet<unknown> = new Set(["byte", "date", "date-time", "duration"]);

/**
 * Returns the rules in the markers of a type or field that a schema has as data: CEL rules of the
 * value and of its parts, and facts on which the types of their expressions depend.
 */
export function ruleData(markers: readonly Marker[]): readonly RuleView[] {
  return markers.length === 0 ? [] : rulesIn(markers);
}

const rulesIn = once((markers: readonly Marker[]): readonly RuleView[] => {
  const format = markers.map(constraintOf).find((constraint) => constraint?.keyword === "format")?.value;
  const ofPart = (part: string, view: RuleView): readonly RuleView[] => {
    const rules = ruleData(markersOfPart(markers, part));
    return rules.length === 0 ? [] : [{ ...view, rules }];
  };
  return [
    ...celRulesOf(markers).map((rule) => ({ kind: "cel", ...rule })),
    ...(celFormats.has(format) ? [{ kind: "format", format }] : []),
    ...(extensionsOf(markers).some(isEmbedded) ? [{ kind: "embeddedResource" }] : []),
    ...ofPart("items", { kind: "items" }),
    ...ofPart("additionalProperties", { kind: "values" }),
    ...constrainedProperties(markers).flatMap((name) => ofPart(`properties:${name}`, { kind: "subfield", name })),
  ];
});

function isEmbedded({ key }: { readonly key: string }): boolean {
  return key === "x-kubernetes-embedded-resource";
}

/** Reports whether rules contain a CEL rule, of the value or of one of its parts. */
export function hasCEL(rules: readonly RuleView[]): boolean {
  return rules.some(
    ({ kind, rules: inner }) => kind === "cel" || (Array.isArray(inner) && hasCEL(inner as RuleView[])),
  );
}
