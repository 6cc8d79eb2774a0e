import { referencesOfType } from "../../model/type-references.js";
import { typeById } from "../../model/lookup.js";
import type { TypeId, Universe } from "../../model/universe.js";
import type { Problem } from "../../base/problem.js";
import { tooDeepProblem } from "../syntax/too-deep.js";

/**
 * Maximum length of a chain of types in which each type refers to the next one. Generators follow
 * such chains recursively.
 */
const limit = 1000;

/**
 * Returns a problem for the first type that begins a chain of more than `limit` types; undefined if
 * no such chain is found.
 */
export function longChain(universe: Universe): Problem | undefined {
  const seen = new Set<TypeId>();
  const packages = Object.values(universe.packages);
  for (const root of packages.flatMap(({ types }) => Object.values(types))) {
    if (seen.has(root.id)) continue;
    // First the root; then, for each type of the current chain, the references not visited yet.
    const chain: TypeId[][] = [[root.id]];
    while (chain.length > 0) {
      const next = chain.at(-1)?.pop();
      if (next === undefined) chain.pop();
      const type = next === undefined || seen.has(next) ? undefined : typeById(universe, next);
      if (type === undefined) continue;
      seen.add(type.id);
      const { values, bases } = referencesOfType(type);
      chain.push([...bases, ...values]);
      if (chain.length > limit + 1)
        return tooDeepProblem(
          `${root.name} contains types that are nested more than ${limit} levels deep`,
          root.position,
        );
    }
  }
  return undefined;
}
