import { referencesOfType } from "../../model/type-references.js";
import type { TypeDeclaration, Universe } from "../../model/universe.js";
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
export function longChain({ packages }: Universe): Problem | undefined {
  const types = new Map(
    Object.values(packages).flatMap(({ types }) => Object.values(types).map((type) => [type.id, type] as const)),
  );
  const seen = new Set<TypeDeclaration>();
  for (const root of types.values()) {
    // The types of the current chain, each with the references that are not visited yet.
    const chain: { readonly type: TypeDeclaration; readonly next: TypeDeclaration[] }[] = [];
    const enter = (type: TypeDeclaration): void => {
      seen.add(type);
      const { values, bases } = referencesOfType(type);
      chain.push({ type, next: [...bases, ...values].flatMap((id) => types.get(id) ?? []) });
    };
    if (!seen.has(root)) enter(root);
    for (let last = chain[chain.length - 1]; last !== undefined; last = chain[chain.length - 1]) {
      if (chain.length > limit)
        return tooDeepProblem(
          `${root.name} contains types that are nested more than ${limit} levels deep`,
          root.position,
        );
      const next = last.next.pop();
      if (next === undefined) chain.pop();
      else if (!seen.has(next)) enter(next);
    }
  }
  return undefined;
}
