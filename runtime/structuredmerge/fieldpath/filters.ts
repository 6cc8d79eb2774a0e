import type { FieldSet } from "./field-set.js";
import { unitedMatchers, type SetMatcher } from "./set-matcher.js";

/** A filter that returns a subset of a field set. */
export interface Filter {
  filter(set: FieldSet): FieldSet;
}

/** Returns a filter that removes the paths of `exclude`, and all paths below them. */
export function excludeSetFilter(exclude: FieldSet): Filter {
  return { filter: (set) => set.recursiveDifference(exclude) };
}

/**
 * Returns a filter that keeps the paths that match at least one of the matchers. Without matchers,
 * the filter keeps all paths.
 */
export function includeMatcherFilter(...matchers: SetMatcher[]): Filter {
  const matcher = matchers.length === 0 ? "*" : matchers.reduce(unitedMatchers);
  return { filter: (set) => set.filterIncludeMatches(matcher) };
}
