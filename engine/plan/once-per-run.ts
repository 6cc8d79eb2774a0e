import type { Package } from "../model/universe.js";

/**
 * Returns a function that calls `make` only once in each run, because several generators need the
 * result. All generators of a run receive the same list of packages.
 */
export function oncePerRun<Input extends { readonly packages: readonly Package[] }, T>(
  make: (input: Input) => T,
): (input: Input) => T {
  const known = new WeakMap<readonly Package[], { readonly made: T }>();
  return (input) => {
    const before = known.get(input.packages);
    if (before !== undefined) return before.made;
    const made = make(input);
    known.set(input.packages, { made });
    return made;
  };
}
