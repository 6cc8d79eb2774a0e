import { jsonEqual, mapValues } from "../json/values.js";

/** Keywords of a JSON schema, and the keywords of its parts. */
export interface Keywords {
  readonly [keyword: string]: unknown;
  readonly items?: Keywords;
  readonly additionalProperties?: Keywords;
  readonly properties?: { readonly [name: string]: Keywords };
}

/** Keywords in the order of OpenAPI documents. Other extensions come last. */
export const keywordOrder: readonly string[] = [
  "x-kubernetes-unions",
  "nullable",
  "format",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "maxProperties",
  "minProperties",
  "enum",
  "x-kubernetes-validations",
  "items",
  "additionalProperties",
  "properties",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-map-type",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
];

/** Returns keywords in the order of OpenAPI documents, and those of parts, too. */
export function orderKeywords(keywords: Keywords): Keywords {
  const { items, additionalProperties, properties } = keywords;
  const known = keywordOrder
    .filter((keyword) => Object.hasOwn(keywords, keyword))
    .map((keyword) => [keyword, undefined]);
  return {
    ...(Object.fromEntries(known) as Keywords),
    ...keywords,
    ...(items && { items: orderKeywords(items) }),
    ...(additionalProperties && { additionalProperties: orderKeywords(additionalProperties) }),
    ...(properties && { properties: mapValues(properties, orderKeywords) }),
  };
}

/** Returns keywords with more keywords, which replace others. The keywords of parts are merged. */
export function mergeKeywords(keywords: Keywords, more: Keywords): Keywords {
  const { items, additionalProperties, properties } = more;
  return {
    ...keywords,
    ...more,
    ...(items && { items: mergeKeywords(keywords.items ?? {}, items) }),
    ...(additionalProperties && {
      additionalProperties: mergeKeywords(keywords.additionalProperties ?? {}, additionalProperties),
    }),
    ...(properties && { properties: mergedProperties(keywords.properties ?? {}, properties) }),
  };
}

type Properties = NonNullable<Keywords["properties"]>;

function mergedProperties(properties: Properties, more: Properties): Properties {
  const merged = Object.entries(more).map(
    ([name, one]) =>
      [name, mergeKeywords(Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {}, one)] as const,
  );
  return { ...properties, ...Object.fromEntries(merged) };
}

/** Returns the keywords that others do not have with the same value. */
export function withoutKeywords(keywords: Keywords, others: Keywords): Keywords {
  const left = Object.entries(keywords).flatMap(([keyword, value]): readonly (readonly [string, unknown])[] => {
    const other = others[keyword];
    if (jsonEqual(value, other)) return [];
    if (!isPart(keyword) || other === undefined) return [[keyword, value]];
    // Assertion: these keywords have keywords as their values.
    return [[keyword, withoutKeywords(value as Keywords, other as Keywords)]];
  });
  return Object.fromEntries(left) as Keywords;
}

/** Reports whether the value of a keyword has keywords. Those of `properties` are by name. */
function isPart(keyword: string): boolean {
  return keyword === "items" || keyword === "additionalProperties" || keyword === "properties";
}
