/**
 * Names of the minimum and of the maximum limit, for each measure of a value: the value itself, or
 * the number of its characters, items or properties.
 */
export const bounds = {
  value: ["minimum", "maximum"],
  characters: ["minLength", "maxLength"],
  items: ["minItems", "maxItems"],
  properties: ["minProperties", "maxProperties"],
} as const;

/** A measure of a value that keywords of a JSON schema can limit. */
export type Bounded = keyof typeof bounds;

/** A measure of a value that a rule can limit. */
export type Measured = Bounded | "bytes";

/**
 * Name of a limit. The same name is used for the kind of the rule, the marker and, except for
 * `maxBytes`, the keyword of JSON schemas.
 */
export type LimitName = (typeof bounds)[Bounded][number] | "maxBytes";

/**
 * For each limit, the measure that it limits, and whether it is a minimum (`least`) or a maximum
 * (`most`).
 */
export const limits: {
  readonly [name in LimitName]: { readonly of: Measured; readonly side: "least" | "most" };
} = {
  minimum: { of: "value", side: "least" },
  maximum: { of: "value", side: "most" },
  minLength: { of: "characters", side: "least" },
  maxLength: { of: "characters", side: "most" },
  maxBytes: { of: "bytes", side: "most" },
  minItems: { of: "items", side: "least" },
  maxItems: { of: "items", side: "most" },
  minProperties: { of: "properties", side: "least" },
  maxProperties: { of: "properties", side: "most" },
};

/** Names of the limits, in the order of `limits`. */
export const limitNames = Object.keys(limits).filter(isLimitName);

/** Keywords of a JSON schema that limit a size. */
export const sizeKeywords = [...bounds.characters, ...bounds.items, ...bounds.properties] as const;

/** Keywords of a JSON schema that limit a value or a size. */
export const limitKeywords = [...bounds.value, ...sizeKeywords, "multipleOf"] as const;

/** Reports whether a string is the name of a limit. */
export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limits, name);
}

/** Returns the keywords that require an exact size: the minimum and the maximum are equal. */
export function exactSize(of: Bounded, size: number): { readonly [keyword: string]: number } {
  return Object.fromEntries(bounds[of].map((name) => [name, size]));
}
