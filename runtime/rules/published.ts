import { escapedName } from "../cel/types/names.js";
import { mergeKeywords, type Keywords } from "./keywords.js";
import type { Rule } from "../schema/rule.js";
import { omit } from "../json/values.js";

const celRules = "x-kubernetes-validations";

/**
 * Returns the keywords that describe validation rules of a value in an OpenAPI document. As in
 * Kubernetes, rules of items, entries and properties are published only if they are constraints of
 * CRDs. Rules that do not always apply, and rules for which no keyword exists, are not published.
 */
export function publishedKeywords(rules: readonly Rule[]): Keywords {
  return combinedKeywords(rules.filter(appliesAlways));
}

/** Reports whether the rules of a property require it in every request. */
export function requiresPresence(rules: readonly Rule[]): boolean {
  return rules.some((rule) => rule.kind === "required" && appliesAlways(rule));
}

function appliesAlways({ stability, silent }: Rule): boolean {
  return stability === undefined && silent === undefined;
}

/**
 * Returns the keywords of all rules of a value. CEL rules come first, followed by rules that count
 * properties. If several rules have the same keyword, the first is used.
 */
export function combinedKeywords(rules: readonly Rule[]): Keywords {
  const cel = [
    ...rules.flatMap(statedRule),
    ...counts.flatMap((count) => rules.flatMap((rule) => countRule(count, rule))),
  ];
  const stated: Keywords = cel.length === 0 ? {} : { [celRules]: cel };
  // The second merge restores the values of earlier rules, and keeps the order of the keywords.
  return rules.reduce<Keywords>((first, rule) => mergeKeywords(mergeKeywords(first, keywordsOf(rule)), first), stated);
}

/** Returns the keywords of a single rule. */
export function keywordsOf(rule: Rule): Keywords {
  switch (rule.kind) {
    case "minimum":
      return { minimum: rule.limit, ...(rule.exclusive === true && { exclusiveMinimum: true }) };
    case "maximum":
      return { maximum: rule.limit, ...(rule.exclusive === true && { exclusiveMaximum: true }) };
    case "maxBytes":
      return {};
    case "pattern":
      return { pattern: rule.text };
    case "embeddedResource":
      return { "x-kubernetes-embedded-resource": true };
    default:
      return "limit" in rule ? { [rule.kind]: rule.limit } : keywordsOfPart(rule);
  }
}

/** Returns the keywords of rules of which only constraints of CRDs are published. */
function keywordsOfPart(rule: Rule): Keywords {
  switch (rule.kind) {
    case "format":
      return rule.texts === "crd" ? { format: rule.format } : {};
    case "enum":
      return rule.texts === "crd" ? { enum: rule.values } : {};
    case "unique":
      return rule.texts === "crd" ? { uniqueItems: true } : {};
    case "items":
      return within(rule.rules, (items) => ({ items }));
    case "values":
      return within(rule.rules, (additionalProperties) => ({ additionalProperties }));
    case "subfield":
      return within(rule.rules, (keywords) => ({ properties: { [rule.name]: keywords } }));
    default:
      return {};
  }
}

function within(rules: readonly Rule[], around: (keywords: Keywords) => Keywords): Keywords {
  const keywords = combinedKeywords(rules.filter((rule) => rule.texts === "crd" || !isLimit(rule)));
  return Object.keys(keywords).length === 0 ? {} : around(keywords);
}

function isLimit(rule: Rule): boolean {
  return "limit" in rule;
}

/** Returns a CEL rule in the form of `x-kubernetes-validations`; an empty list for another rule. */
function statedRule(rule: Rule): readonly object[] {
  if (rule.kind !== "cel") return [];
  return [omit(rule, "kind")];
}

/**
 * Constraint on the number of listed properties that are set, as in controller-gen's marker
 * `ExactlyOneOf`.
 */
export type Count = "AtMost" | "Exactly" | "AtLeast";

export const counts: readonly Count[] = ["AtMost", "Exactly", "AtLeast"];

/** For each constraint on the number of properties, the kind of its rule. */
export const kindsOfCounts = { AtMost: "zeroOrOneOf", Exactly: "union", AtLeast: "atLeastOneOf" } as const;

function countRule(count: Count, rule: Rule): readonly object[] {
  if (rule.kind !== kindsOfCounts[count] || rule.texts !== "crd" || !("members" in rule)) return [];
  const found = oneOfRule(
    count,
    rule.members.map(({ name }) => name),
  );
  return found === undefined ? [] : [found];
}

/**
 * Returns controller-gen's CEL rule that constrains how many of the named properties are set.
 * Returns undefined if a name cannot be written in CEL; the generator `crd` reports this as an
 * error.
 */
export function oneOfRule(count: Count, names: readonly string[]): CountedRule | undefined {
  const paths = names.flatMap((name) => escapedName(name) ?? []);
  if (paths.length < names.length) return undefined;
  return countedRule(
    kindsOfCounts[count],
    paths.map((path) => `has(self.${path})`),
    names,
  );
}

/** A CEL rule that constrains how many properties are set, with its message. */
interface CountedRule {
  readonly rule: string;
  readonly message: string;
}

type CountKind = (typeof kindsOfCounts)[Count];

/**
 * Returns the CEL rule that constrains how many properties are set.
 * @param tests CEL expressions that are true if the properties are set
 */
export function countedRule(kind: CountKind, tests: readonly string[], names: readonly string[]): CountedRule {
  const message = countText(kind, names);
  if (kind === "atLeastOneOf") return { rule: tests.join("||"), message };
  return { rule: `${tests.map((test) => `(${test}?1:0)`).join("+")} ${kind === "union" ? "==" : "<="} 1`, message };
}

const words: Readonly<Record<CountKind, readonly [number: string, verb: string]>> = {
  zeroOrOneOf: ["at most", "may"],
  union: ["exactly", "must"],
  atLeastOneOf: ["at least", "must"],
};

/** Returns the message for an object with a wrong number of set properties. */
export function countText(kind: CountKind, names: readonly string[]): string {
  const [number, verb] = words[kind];
  return `${number} one of the fields in [${names.join(" ")}] ${verb} be set`;
}
