import { formatOrigin } from "./format-samples.js";
import type { TestedRule } from "./of-type.js";
import { limitNames } from "../../schema/limits.js";

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
 * For controller-gen's markers, only errors of formats have an origin.
 */
export function originOfErrors(rule: TestedRule): string | undefined {
  if (rule.kind === "update") return rule.only.startsWith("No") ? "update" : rule.only;
  if (rule.kind === "format")
    return rule.texts === "crd" ? `format=${rule.format.replaceAll("-", "")}` : formatOrigin(rule.format);
  return sameName.has(rule.kind) ? rule.kind : undefined;
}
