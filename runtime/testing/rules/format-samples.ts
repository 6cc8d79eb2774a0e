import { formats } from "../../rules/formats.js";
import type { FieldError } from "../../field/error.js";
import type { TestedRule } from "./of-type.js";
import { limitNames } from "../../schema/limits.js";

interface KnownFormat {
  /** Constant start and end of a sample. A number between them makes each sample different. */
  readonly around: readonly [before: string, after: string];
  /** A string that does not have the format. */
  readonly wrong: string;
}

const known: Readonly<Record<string, KnownFormat | undefined>> = {
  "k8s-short-name": { around: ["a", ""], wrong: "a_a" },
  "k8s-long-name": { around: ["a", ".a"], wrong: "a_a" },
  "k8s-long-name-caseless": { around: ["A", ".a"], wrong: "a_a" },
  "k8s-label-key": { around: ["a", ""], wrong: "a a" },
  "k8s-prefixed-label-key": { around: ["a.b/c", ""], wrong: "a" },
  "k8s-label-value": { around: ["a", ""], wrong: "a a" },
  "k8s-path-segment-name": { around: ["a", ""], wrong: "a%a" },
  "k8s-uuid": { around: ["00000000-0000-4000-8000-", ""], wrong: "a" },
  "k8s-extended-resource-name": { around: ["a.b/c", ""], wrong: "requests.a/b" },
  "k8s-resource-pool-name": { around: ["a", "/a"], wrong: "a_a" },
  "k8s-resource-fully-qualified-name": { around: ["a.b/c", ""], wrong: "a.b/c-d" },
};

/**
 * Returns a string that has a format. Each `number` gives a different string.
 *
 * @param least minimum number of characters of the string; ignored for a UUID
 */
export function formatSample(format: string, number: number, least: number): string {
  const [before, after] = known[format]?.around ?? ["", ""];
  const digits = number.toString(format === "k8s-uuid" ? 16 : 36);
  return before + digits.padStart(format === "k8s-uuid" ? 12 : least - before.length - after.length, "0") + after;
}

/** Returns a string that does not have the format. */
export function formatViolation(format: string): string {
  return known[format]?.wrong ?? "";
}

/**
 * Returns the origin of the errors of a format (Go: field.Error.Origin); undefined if they have
 * none.
 */
function formatOrigin(format: string): string | undefined {
  const errors: FieldError[] = [];
  formats[format]?.(undefined, formatViolation(format), errors);
  return errors[0]?.origin;
}

const sameName: ReadonlySet<TestedRule["kind"]> = new Set([
  ...limitNames,
  "neq",
  "union",
  "zeroOrOneOf",
  "dependentRequired",
  "dependentForbidden",
] as const);

/**
 * Returns the origin of the errors of a rule (Go: field.Error.Origin); undefined if they have none.
 * Errors of rules from controller-gen's markers can lack the returned origin.
 */
export function originOfErrors(rule: TestedRule): string | undefined {
  if (rule.kind === "update") return rule.only.startsWith("No") ? "update" : rule.only;
  if (rule.kind === "format")
    return rule.texts === "crd" ? `format=${rule.format.replaceAll("-", "")}` : formatOrigin(rule.format);
  return sameName.has(rule.kind) ? rule.kind : undefined;
}
