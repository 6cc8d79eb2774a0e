import type { Rule } from "../../schema/rule.js";

/**
 * Reports whether objects must be generated with an optional property, because their rules require
 * it or choose among several properties.
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

/** Reports whether a rule demands that a value is set, not only that it is present. */
function isRequired({ kind, texts, silent }: Rule): boolean {
  return kind === "required" && texts === undefined && silent !== true;
}

/** Returns the minimum number of items or entries of a list or map. */
export function leastSize(rules: readonly Rule[]): number {
  const sizes = rules.map((rule) =>
    rule.kind === "minItems" || rule.kind === "minProperties" ? rule.limit : isRequired(rule) ? 1 : 0,
  );
  return Math.max(0, ...sizes);
}
