import type { Rule } from "../../schema/rule.js";

/**
 * Reports whether fuzzers must always generate an optional property. This is the case if a rule
 * requires the property, or depends on whether it is set (such as a union). `dropSome` and `fit`
 * later remove the property from some objects.
 */
export function isAlwaysGenerated(ofObject: readonly Rule[], ofProperty: readonly Rule[], name: string): boolean {
  return requires(ofProperty) || ofObject.some((rule) => dependsOn(rule, name));
}

function dependsOn(rule: Rule, name: string): boolean {
  switch (rule.kind) {
    case "subfield":
      return rule.name === name && rule.silent !== true && requires(rule.rules);
    case "union":
    case "zeroOrOneOf":
      return (
        rule.discriminator === name || rule.members.some((member) => member.item === undefined && member.name === name)
      );
    case "mode":
      return rule.name === name || rule.discriminator === name;
    case "dependentRequired":
    case "dependentForbidden":
      return rule.trigger === name || rule.dependent === name;
    default:
      return false;
  }
}

function requires(rules: readonly Rule[]): boolean {
  return rules.some((rule) => isRequired(rule) || (rule.kind === "option" && requires(rule.rules)));
}

/**
 * Reports whether a rule requires a value that is not zero. Silent rules, and rules of a CRD's
 * schema, do not.
 */
function isRequired({ kind, texts, silent }: Rule): boolean {
  return kind === "required" && texts === undefined && silent !== true;
}

/** Returns the minimum number of items or entries that the rules of a list or map require. */
export function leastSize(rules: readonly Rule[]): number {
  const sizes = rules.map((rule) =>
    rule.kind === "minItems" || rule.kind === "minProperties" ? rule.limit : isRequired(rule) ? 1 : 0,
  );
  return Math.max(0, ...sizes);
}
