import { partsOf, type RuleData } from "./rule-data.js";
import type { RuleRecord } from "./rules.js";

/**
 * Reports whether objects must be generated with an optional property, because their rules require
 * it or choose among several properties.
 */
export function isAlwaysGenerated(
  ofObject: readonly RuleRecord[],
  ofProperty: readonly RuleRecord[],
  name: string,
): boolean {
  return ofProperty.some(({ kind }) => kind === "required") || ofObject.some((rule) => namesProperty(rule, name));
}

/** Rules of an object that depend on the presence of its properties. */
const relations: ReadonlySet<string> = new Set([
  "union",
  "zeroOrOneOf",
  "mode",
  "dependentRequired",
  "dependentForbidden",
]);

function namesProperty({ kind, ...rest }: RuleRecord, name: string): boolean {
  if (kind === "property") return isProperty(rest["property"], name) && has(rest["rules"], "required");
  return relations.has(kind) && Object.values(rest).some((part) => mentions(part, name));
}

function mentions(data: RuleData | undefined, name: string): boolean {
  if (typeof data !== "object" || "lazy" in data) return false;
  return isProperty(data, name) || partsOf(data).some((one) => mentions(one, name));
}

function isProperty(data: RuleData | undefined, name: string): boolean {
  return typeof data === "object" && "of" in data && "name" in data && data.name === name;
}

function has(rules: RuleData | undefined, kind: string): boolean {
  return Array.isArray(rules) && rules.some((rule: RuleData) => isOfKind(rule, kind));
}

function isOfKind(rule: RuleData, kind: string): boolean {
  if (typeof rule !== "object" || !("kind" in rule)) return false;
  return rule.kind === kind || (rule.kind === "option" && "rules" in rule && has(rule.rules, kind));
}

/** Returns the number of items or entries that a list or map has at least. */
export function leastSize(rules: readonly RuleRecord[]): number {
  const sizes = rules.flatMap(({ kind, limit }) =>
    (kind === "minItems" || kind === "minProperties") && typeof limit === "number"
      ? limit
      : kind === "required"
        ? 1
        : 0,
  );
  return Math.max(0, ...sizes);
}
