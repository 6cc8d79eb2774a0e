import { combinedKeywords, kindsOfCounts } from "../../../runtime/rules/published.js";
import type { Rule } from "../../../runtime/schema/rule.js";
import { nativeKind } from "../../rules/native.js";
import type { StatedCount } from "../../markers/constraints.js";
import type { JSONSchema } from "../schema/json-schema.js";
import { merged } from "../schema/merge.js";
import { withoutWeakerLimits } from "../schema/scalar.js";
import type { SchemaValue } from "./place.js";

/**
 * Returns the schema of a value with the keywords of its rules. If the type of the value has the
 * same keyword with another value, both apply.
 */
export function withStatedKeywords(rules: readonly Rule[], place: SchemaValue): JSONSchema {
  const stated = keywordsIn(
    rules.filter((rule) => isKeyword(rule, place)),
    place,
  );
  const { type, schema, isObject } = place;
  const result = isObject === true ? merged(schema, stated) : merged(stated, withoutWeakerLimits(type, schema, stated));
  // An embedded object must have a type in the schema, even if its properties are unknown.
  const isUntyped = result["x-kubernetes-embedded-resource"] === true && result.type === undefined;
  return isUntyped ? { ...result, type: "object" } : result;
}

/**
 * Reports whether a rule is a keyword of the value's schema. Limits on the number of bytes are not
 * keywords, because a schema can only limit the number of characters.
 */
export function isKeyword(rule: Rule, { universe, type }: SchemaValue): boolean {
  if ("rules" in rule) return false;
  if (rule.texts === "crd" || rule.kind === "cel" || rule.kind === "embeddedResource") return true;
  return "limit" in rule && rule.kind !== "maxBytes" && nativeKind(universe, type) !== "bytes";
}

function keywordsIn(rules: readonly Rule[], { countedAsKeywords }: SchemaValue): JSONSchema {
  if (countedAsKeywords === undefined) return combinedKeywords(rules);
  const parts = countedAsKeywords.map(countSchema);
  const kinds = new Set<string>(Object.values(kindsOfCounts));
  return {
    ...combinedKeywords(rules.filter(({ kind }) => !kinds.has(kind))),
    // A schema has each keyword only once, so the keywords of several markers are in `allOf`.
    ...(parts.length < 2 ? parts[0] : { allOf: parts }),
  };
}

/**
 * Returns the keywords that constrain how many properties are set. Unlike CEL rules, keywords have
 * no costs.
 */
function countSchema({ count, names }: StatedCount): JSONSchema {
  const each = names.map((name): JSONSchema => ({ required: [name] }));
  if (count === "AtLeast") return { anyOf: each };
  if (count === "Exactly") return { oneOf: each };
  return names.length === 2 ? { not: { required: names } } : { oneOf: [{ not: { anyOf: each } }, ...each] };
}
