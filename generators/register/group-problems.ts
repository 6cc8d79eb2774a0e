import { addMarker, remedyAs } from "../../engine/base/fix.js";
import { internalVersion } from "../../engine/model/group-version.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { groupBy } from "../../engine/util/group-by.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Registered } from "../kinds/registered.js";
import { resourceNamesOf } from "../kinds/resource-names.js";
import { registerProblems } from "../problem-codes/register.js";

/**
 * Reports contradictions between the kinds of a group. These are two kinds with the same short
 * name, and a kind with different scopes in two versions.
 */
export function groupProblems(all: readonly Registered[]): readonly Problem[] {
  const served = all.filter(({ groupVersion }) => groupVersion.version !== internalVersion);
  return [...groupBy(served, ({ groupVersion }) => groupVersion.group).values()].flatMap((group) => {
    const owners = new Map<string, string>();
    const scopes = new Map<
      string,
      { readonly isClusterWide: boolean; readonly version: string; readonly type: TypeDeclaration }
    >();
    const kinds = group.flatMap((own) => own.kinds.map((type) => ({ type, version: own.groupVersion.version })));
    return kinds.flatMap(({ type, version }): Problem[] => {
      const { shortNames, isClusterWide } = resourceNamesOf(type);
      const { name, position } = type;
      const taken = shortNames.flatMap((shortName): Problem[] => {
        const owner = owners.get(shortName) ?? name;
        owners.set(shortName, owner);
        if (owner === name) return [];
        const message = `the short name ${shortName} of ${name} is also the short name of ${owner}`;
        return [
          {
            ...registerProblems.is("register/short-name-taken"),
            message,
            hint: "change the short name of one of the kinds",
            position,
          },
        ];
      });
      const first = scopes.get(name) ?? { isClusterWide, version, type };
      scopes.set(name, first);
      if (first.isClusterWide === isClusterWide) return taken;
      const [cluster, namespaced] = isClusterWide ? [version, first.version] : [first.version, version];
      const add = addMarker((isClusterWide ? first.type : type).position, "+genclient:nonNamespaced");
      const message = `${name} is cluster-scoped in ${cluster}, but namespaced in ${namespaced}`;
      return [
        ...taken,
        {
          ...registerProblems.is("register/scopes-differ"),
          message,
          ...remedyAs("add +genclient:nonNamespaced to the kind in all versions, or in none", add),
          position,
        },
      ];
    });
  });
}
