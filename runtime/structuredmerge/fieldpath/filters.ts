import type { FieldSet } from "./field-set.js";
import { unitedMatchers, type SetMatcher } from "./set-matcher.js";

/** Reduces a set of fields to a part of it. */
export interface Filter {
  filter(set: FieldSet): FieldSet;
}

/** Returns a filter that removes the paths of a set, and all paths below them. */
export function excludeSetFilter(exclude: FieldSet): Filter {
  return { filter: (set) => set.recursiveDifference(exclude) };
}

/**
 * Returns a filter that keeps the paths that one of the matchers matches. Without a matcher, it
 * keeps all paths.
 */
export function includeMatcherFilter(...matchers: SetMatcher[]): Filter {
  const matcher = matchers.length === 0 ? "*" : matchers.reduce(unitedMatchers);
  return { filter: (set) => set.filterIncludeMatches(matcher) };
}
