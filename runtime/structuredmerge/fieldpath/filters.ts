import type { FieldSet } from "./field-set.js";
import { unitedMatchers, type SetMatcher } from "./set-matcher.js";

/** Returns a part of a set of fields. */
export interface Filter {
  filter(set: FieldSet): FieldSet;
}

/** Returns a filter that removes paths, and all paths below them. */
export function excludeSetFilter(exclude: FieldSet): Filter {
  return { filter: (set) => set.recursiveDifference(exclude) };
}

/**
 * Returns a filter that keeps the paths that one of the matchers matches; all without a matcher.
 */
export function includeMatcherFilter(...matchers: SetMatcher[]): Filter {
  const matcher = matchers.length === 0 ? "*" : matchers.reduce(unitedMatchers);
  return { filter: (set) => set.filterIncludeMatches(matcher) };
}
