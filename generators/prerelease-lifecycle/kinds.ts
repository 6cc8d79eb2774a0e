import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { compareText } from "../../engine/base/problem.js";

/**
 * Returns the types of a package that have a lifecycle: exported interfaces that extend TypeMeta,
 * sorted by name. Lists are included, as in Go.
 */
export function lifecycleKinds(pkg: Package): readonly TypeDeclaration[] {
  return Object.values(pkg.types)
    .filter(({ exported, expression, shape }) => {
      const isDeclared = exported && expression === undefined;
      return isDeclared && shape.kind === "object" && shape.typeMeta !== undefined;
    })
    .sort((a, b) => compareText(a.name, b.name));
}
