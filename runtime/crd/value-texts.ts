import { goQuote } from "../util/go-quote.js";

/**
 * Messages of Kubernetes' validator of custom resources for a value that violates a limit, after
 * `NAME in body `.
 */
export const limitTexts = {
  minimum: (limit: string, isExclusive: boolean) =>
    `should be greater than ${isExclusive ? "" : "or equal to "}${limit}`,
  maximum: (limit: string, isExclusive: boolean) => `should be less than ${isExclusive ? "" : "or equal to "}${limit}`,
  multipleOf: (limit: string) => `should be a multiple of ${limit}`,
  minLength: (limit: string) => `should be at least ${limit} chars long`,
  minItems: (limit: string) => `should have at least ${limit} items`,
  minProperties: (limit: string) => `should have at least ${limit} properties`,
} as const;

/** Message for a string that does not match a pattern. */
export function patternText(pattern: string): string {
  return `should match '${pattern}'`;
}

/** Message for a string that does not have the format of its schema. */
export function formatText(format: string, value: string): string {
  return `must be of type ${format}: ${goQuote(value)}`;
}

/** Message for a list with equal items. */
export const duplicatesText = "shouldn't contain duplicates";
