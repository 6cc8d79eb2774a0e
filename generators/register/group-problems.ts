import { addMarker, remedyAs } from "../../engine/base/fix.js";
import { internalVersion } from "../../engine/model/group-version.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import { groupBy } from "../../engine/util/group-by.js";
import type { Problem } from "../../engine/base/problem.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { Registered } from "../kinds/registered.js";
import { pluralNameOf, resourceNamesOf } from "../kinds/resource-names.js";
import { registerProblems } from "../problem-codes/register.js";

/**
 * Reports contradictions between the kinds of a group. These are two kinds with the same name in
 * URLs or with the same short name, and a kind with different scopes in two versions.
 */
export function groupProblems(input: PlanInput, all: readonly Registered[]): readonly Problem[] {
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
      const taken = [
        ...(hasObjectMeta(type) ? takenName(owners, type, pluralNameOf(input, type), "name in URLs") : []),
        ...shortNames.flatMap((shortName) => takenName(owners, type, shortName, "short name")),
      ];
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

/**
 * Reports a name that another kind of the group has already. Records the kind as the owner of the
 * name if none has it.
 */
function takenName(
  owners: Map<string, string>,
  { name, position }: TypeDeclaration,
  taken: string,
  what: "name in URLs" | "short name",
): readonly Problem[] {
  const owner = owners.get(taken) ?? name;
  owners.set(taken, owner);
  if (owner === name) return [];
  return [
    {
      ...registerProblems.is(what === "short name" ? "register/short-name-taken" : "register/name-taken"),
      message: `the ${what} ${taken} of ${name} is also a name of ${owner}`,
      hint:
        what === "short name"
          ? "change the short name of one of the kinds"
          : "write +resourceName=… on one of the kinds",
      position,
    },
  ];
}
