import type { Marker } from "../../engine/markers/marker.js";
import { ruleOf } from "./known/cel-rule.js";
import { once } from "../../engine/util/once.js";
import { constraintKeywords } from "../../runtime/rules/keywords.js";
import { counts, oneOfRule, type Count } from "../../runtime/rules/published.js";
import { bounds, sizeKeywords } from "../../runtime/schema/limits.js";
import { lowerFirstLetter } from "../../engine/util/first-letter.js";

/** Kind of value that each constraint requires, in the order of OpenAPI documents. */
export const keywords: Readonly<Record<string, (typeof constraintKeywords)[keyof typeof constraintKeywords]>> =
  constraintKeywords;

/** Constraints for which validation-gen has its own markers, such as `+k8s:minimum`. */
export const declarative: readonly string[] = [...bounds.value, ...sizeKeywords];

/** A keyword of a schema, with its value. */
export interface MarkerKeyword {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Returns the constraints from the markers of a type or field. These are Kubernetes' markers
 * `+k8s:validation:…`, markers such as `+k8s:minimum`, and controller-gen's markers. Their CEL
 * rules are in one keyword, `x-kubernetes-validations`.
 */
export function validationsOf(markers: readonly Marker[]): readonly MarkerKeyword[] {
  return markers.length === 0 ? [] : statedIn(markers);
}

const statedIn = once((markers: readonly Marker[]): readonly MarkerKeyword[] => {
  const found = new Map<string, unknown>();
  for (const marker of markers) {
    const constraint = constraintOf(marker);
    if (constraint !== undefined && !found.has(constraint.keyword)) found.set(constraint.keyword, constraint.value);
  }
  const rules = [...celRulesOfMarkers(markers), ...countRulesOf(markers)];
  return [
    ...Object.keys(keywords).flatMap((keyword) =>
      found.has(keyword) ? [{ key: keyword, value: found.get(keyword) }] : [],
    ),
    ...(rules.length === 0 ? [] : [{ key: "x-kubernetes-validations", value: rules }]),
  ];
});

/**
 * The parsed name of a constraint marker of openapi-gen or controller-gen, such as
 * `k8s:validation:items:maxLength`.
 */
export interface ConstraintName {
  readonly family: string;
  /**
   * Steps to the nested value: `items`, `additionalProperties` or `properties:<name>`. Empty for
   * the value itself.
   */
  readonly parts: readonly string[];
  /** The name without the family and the steps: `maxLength`. */
  readonly rest: string;
}

const named = /^(k8s:validation:|kubebuilder:validation:)((?:items:|additionalProperties:|properties:[^:]+:)*)(.*)$/;
const step = /items:|additionalProperties:|properties:[^:]+:/g;

/** Parses the name of a marker; returns undefined for a marker of another family. */
export function constraintName(name: string): ConstraintName | undefined {
  const [, family, path = "", rest = ""] = named.exec(name) ?? [];
  if (family === undefined) return undefined;
  return { family, parts: (path.match(step) ?? []).map((text) => text.slice(0, -1)), rest };
}

/**
 * Returns the markers that constrain a nested value. Their names in the result no longer contain
 * the step.
 * @param part step to the nested value: `items`, `additionalProperties` or `properties:<name>`
 */
export function markersOfPart(markers: readonly Marker[], part: string): readonly Marker[] {
  return markers.flatMap((marker) => {
    const { family = "", parts: [first, ...parts] = [], rest = "" } = constraintName(marker.name) ?? {};
    return first === part ? [{ ...marker, name: family + [...parts, rest].join(":") }] : [];
  });
}

/** Returns the names of the properties that markers of the object constrain. */
export function constrainedProperties(markers: readonly Marker[]): readonly string[] {
  const first = markers.flatMap(({ name }) => constraintName(name)?.parts[0] ?? []);
  const names = first.filter((part) => part.startsWith(ofProperty)).map((part) => part.slice(ofProperty.length));
  return [...new Set(names)];
}

const ofProperty = "properties:";

/**
 * Returns the keyword and the value of a constraint marker; undefined for any other marker, and for
 * a value of the wrong kind.
 */
export function constraintOf({
  name,
  value,
  then,
}: Marker): { readonly keyword: string; readonly value: unknown } | undefined {
  if (then !== undefined) return undefined;
  if (name === "nullable") return value !== "false" ? { keyword: "nullable", value: true } : undefined;
  const own =
    after(name, "k8s:validation:") ??
    (declarative.includes(after(name, "k8s:") ?? "") ? after(name, "k8s:") : undefined);
  if (own !== undefined && Object.hasOwn(keywords, own)) return parsed(own, value ?? "");
  const crd = after(name, "kubebuilder:validation:");
  const keyword = lowerFirstLetter(crd ?? "");
  if (keyword === "enum") return { keyword, value: membersIn(value ?? "") };
  if (!Object.hasOwn(keywords, keyword)) return undefined;
  // A boolean keyword without a value has the value true.
  return parsed(keyword, value ?? (keywords[keyword] === "boolean" ? "true" : ""));
}

/** Returns the members of an enumeration in controller-gen's form: `a;"b;c";1` or `{a,b}`. */
function membersIn(text: string): readonly unknown[] {
  const inner = /^\{(.*)\}$/s.exec(text)?.[1];
  const separator = inner === undefined ? /;$/ : /,$/;
  const members = (inner ?? text).match(inner === undefined ? semicolons : commas) ?? [];
  return members.map((member) => {
    const one = member.replace(separator, "").trim();
    return parseMarkerJSON(one) ?? one.replace(/^[`']([^`']*)[`']$/, "$1");
  });
}

const semicolons = /(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^;])+;?/g;
const commas = /(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^,])+,?/g;

function after(name: string, prefix: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/**
 * Parses the value of a constraint. Quotes around a string are optional. Returns undefined for a
 * value of the wrong kind, which the check of the marker already reports.
 */
function parsed(keyword: string, text: string): { readonly keyword: string; readonly value: unknown } | undefined {
  const value = parseMarkerJSON(text) ?? withBase(text);
  if (keywords[keyword] === "string")
    return { keyword, value: typeof value === "string" ? value : text.replace(/^`([^`]*)`$/, "$1") };
  return isOfKind(keyword, value) ? { keyword, value } : undefined;
}

/**
 * Parses a hexadecimal, octal or binary number of Go, such as `0x10`; returns undefined for any
 * other string.
 */
function withBase(text: string): number | undefined {
  const [, sign = "", digits] = /^([+-]?)(0[xXoObB][\da-fA-F]+)$/.exec(text) ?? [];
  const value = digits === undefined ? NaN : Number(digits);
  return Number.isNaN(value) ? undefined : sign === "-" ? -value : value;
}

/** Reports whether a JSON value has the kind that a keyword requires. */
export function isOfKind(keyword: string, value: unknown): boolean {
  switch (keywords[keyword]) {
    case "number":
      return typeof value === "number";
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value >= 0;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "list":
      return Array.isArray(value);
    default:
      return false;
  }
}

const xValidation = "kubebuilder:validation:XValidation:";

/**
 * Returns the CEL rules that markers declare. Rules in `cel[0]:rule="…"` come before rules in
 * controller-gen's `XValidation:rule="…",message="…"`.
 */
export function celRulesOfMarkers(markers: readonly Marker[]): readonly CELRuleView[] {
  const stated = markers.flatMap(({ name, value }) => {
    const rule = name.startsWith(xValidation) ? ruleOf(name, value, xValidation) : undefined;
    return rule === undefined ? [] : [rule];
  });
  return [...rulesOf(markers), ...stated];
}

/** A CEL rule: the expression `rule`, and optional properties such as `message`. */
export type CELRuleView = Readonly<Record<string, unknown>>;

/** A constraint on the number of listed properties that are set, such as `ExactlyOneOf=a;b`. */
export interface StatedCount {
  readonly count: Count;
  readonly names: readonly string[];
}

/**
 * Returns the constraint of a marker on the number of properties that are set; undefined for any
 * other marker.
 */
export function countIn({ name, value = "" }: Marker): StatedCount | undefined {
  const count = counts.find((one) => name === `kubebuilder:validation:${one}OneOf`);
  return count && { count, names: value.split(";").map((part) => part.trim()) };
}

function countRulesOf(markers: readonly Marker[]): readonly object[] {
  const stated = markers.flatMap((marker) => countIn(marker) ?? []);
  return counts.flatMap((count) =>
    stated.flatMap((one) => (one.count === count ? (oneOfRule(count, one.names) ?? []) : [])),
  );
}

/**
 * Returns the CEL rules in the markers `cel[0]:rule="…"` and `cel[0]:message="…"`. If several
 * markers have the same name, as a rule in raw strings (`>`) has, their strings are the lines of
 * one string.
 */
function rulesOf(markers: readonly Marker[]): readonly CELRuleView[] {
  const rules: Record<string, unknown>[] = [];
  for (const { name, value } of markers) {
    const [, index, property] = /^k8s:validation:cel\[(\d+)\]:([A-Za-z]+)$/.exec(name) ?? [];
    if (index === undefined || property === undefined) continue;
    const rule = (rules[Number(index)] ??= {});
    const parsed = parseMarkerJSON(value ?? "");
    // Rules and messages are always strings. For example, a rule with the line `0` is not parsed as
    // a number.
    const said =
      typeof parsed === "string" || (property === "optionalOldSelf" && parsed !== undefined) ? parsed : (value ?? "");
    rule[property] =
      typeof rule[property] === "string" && typeof said === "string" ? `${rule[property]}\n${said}` : said;
  }
  return rules.filter((rule) => rule["rule"] !== undefined);
}

/** Parses a string as JSON; returns undefined if it is not valid JSON. */
export function parseMarkerJSON(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
