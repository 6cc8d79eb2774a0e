import type { Problem } from "../../../engine/base/problem.js";
import type { ImportedKind } from "./imported-kind.js";
import { importProblems } from "./problem-codes.js";

/** Reports kinds that are declared in the same version by several documents. */
export function repeatedKinds(kinds: readonly ImportedKind[]): readonly Problem[] {
  const known = new Set<string>();
  return kinds.flatMap(({ group, version, kind, schema }): Problem[] => {
    const key = `${group}/${version} ${kind}`;
    const isRepeated = known.has(key);
    known.add(key);
    if (!isRepeated) return [];
    const position = schema?.source.positionOf([]) ?? { file: "", line: 1, column: 1 };
    const message = `${kind} of ${group}/${version} is in two documents`;
    return [{ ...importProblems.is("import/repeated-kind"), message, hint: "use only one of the documents", position }];
  });
}
