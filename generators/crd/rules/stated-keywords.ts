import { combinedKeywords, counts, kindsOfCounts } from "../../../runtime/rules/published.js";
import type { Rule, RuleOf } from "../../../runtime/schema/rule.js";
import { nativeKind } from "../../rules/native.js";
import type { JSONSchema } from "../schema/json-schema.js";
import { merged } from "../schema/merge.js";
import { withoutWeakerLimits } from "../schema/scalar.js";
import { setStated } from "./causes.js";
import { ruleList, type SchemaValue } from "./place.js";

/**
 * Returns the schema of a value with the keywords of its rules. If the type of the value has the
 * same keyword with another value, both apply.
 */
export function withStatedKeywords(rules: readonly Rule[], place: SchemaValue): JSONSchema {
  const stated = keywordsIn(
    rules.filter((rule) => isKeyword(rule, place)),
    place,
  );
  for (const rule of stated[ruleList] ?? []) setStated(rule);
  const { type, schema } = place;
  if (place.isOfBase === true) return merged(schema, stated);
  const result = merged(stated, withoutWeakerLimits(type, schema, stated));
  // An embedded object must have a type in the schema, even if its properties are unknown.
  const isUntyped = result["x-kubernetes-embedded-resource"] === true && result.type === undefined;
  return isUntyped ? { ...result, type: "object" } : result;
}

/**
 * Reports whether a rule is a keyword of the value's schema. Bytes are a base64 string in JSON, so
 * their limits are not.
 */
export function isKeyword(rule: Rule, { universe, type }: SchemaValue): boolean {
  if ("rules" in rule) return false;
  if (rule.texts === "crd" || rule.kind === "cel" || rule.kind === "embeddedResource") return true;
  return "limit" in rule && rule.kind !== "maxBytes" && nativeKind(universe, type) !== "bytes";
}

function keywordsIn(rules: readonly Rule[], { countedAsKeywords: order }: SchemaValue): JSONSchema {
  if (order === undefined) return combinedKeywords(rules);
  const place = ({ kind, members }: CountRule): number =>
    order.indexOf(`${kind} ${members.map(({ name }) => name).join(";")}`);
  const counting = rules.filter(isCount).toSorted((a, b) => place(a) - place(b));
  const parts = counting.map(countSchema);
  return {
    ...combinedKeywords(rules.filter((rule) => !isCount(rule))),
    // A schema has each keyword only once, so the keywords of several rules are in `allOf`.
    ...(parts.length < 2 ? parts[0] : { allOf: parts }),
  };
}

type CountRule = RuleOf<(typeof kindsOfCounts)[keyof typeof kindsOfCounts]>;

function isCount(rule: Rule): rule is CountRule {
  return counts.some((count) => kindsOfCounts[count] === rule.kind);
}

/**
 * Returns the keywords that constrain how many properties are set. Unlike CEL rules, keywords have
 * no costs.
 */
function countSchema({ kind, members }: CountRule): JSONSchema {
  const names = members.map(({ name }) => name);
  const each = names.map((name): JSONSchema => ({ required: [name] }));
  if (kind === kindsOfCounts.AtLeast) return { anyOf: each };
  if (kind === kindsOfCounts.Exactly) return { oneOf: each };
  return names.length === 2 ? { not: { required: names } } : { oneOf: [{ not: { anyOf: each } }, ...each] };
}
