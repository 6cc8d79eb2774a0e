/** The names of the least and the greatest number that a rule allows, by what it limits. */
export const bounds = {
  value: ["minimum", "maximum"],
  characters: ["minLength", "maxLength"],
  items: ["minItems", "maxItems"],
  properties: ["minProperties", "maxProperties"],
} as const;

/** A number, or a size, that keywords of a JSON schema can limit. */
export type Bounded = keyof typeof bounds;

/** Name of a limit: of a kind of rules, of a marker and, except for `maxBytes`, of a keyword. */
export type LimitName = (typeof bounds)[Bounded][number] | "maxBytes";

/** What each limit limits, and whether it is the least or the greatest number. */
export const limits: {
  readonly [name in LimitName]: { readonly of: Bounded | "bytes"; readonly side: "least" | "most" };
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

/** The names of the limits in the order of the table. */
export const limitNames = Object.keys(limits).filter(isLimitName);

/** The names of the limits of sizes that are keywords of a JSON schema. */
export const sizeKeywords = [...bounds.characters, ...bounds.items, ...bounds.properties] as const;

/** The names of all limits that are keywords. */
export const limitKeywords = [...bounds.value, ...sizeKeywords, "multipleOf"] as const;

/** Reports whether a name is that of a limit. */
export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limits, name);
}

/** Returns the keywords of an exact size. */
export function exactSize(of: Bounded, size: number): { readonly [keyword: string]: number } {
  return Object.fromEntries(bounds[of].map((name) => [name, size]));
}
