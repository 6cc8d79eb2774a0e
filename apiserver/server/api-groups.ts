import type { APIGroupInfo } from "./api-group.js";
import { joinGroups } from "./join-groups.js";
import { newAPIGroup, storageVersionOf, type AnyGroupDefinition, type GroupPlace } from "./group-definition.js";
import type { StoresByKind } from "./shared-objects.js";

/**
 * Creates the groups of a server, in the order of their definitions. Definitions of the same group
 * are joined. If a kind is stored as a kind of another group, the other group is built first.
 * @throws Error for a group that cannot be served
 */
export function newAPIGroups(groups: readonly AnyGroupDefinition[], place: GroupPlace): readonly APIGroupInfo[] {
  const definitions = joinGroups(groups);
  const stores: StoresByKind = new Map();
  const built = new Map<AnyGroupDefinition, APIGroupInfo>();
  const inProgress: AnyGroupDefinition[] = [];
  const build = (definition: AnyGroupDefinition): APIGroupInfo => {
    const known = built.get(definition);
    if (known !== undefined) return known;
    if (inProgress.includes(definition))
      throw new Error(
        `the groups ${inProgress.map((one) => storageVersionOf(one).group).join(" and ")} store objects of each other: "storedAs" may lead in one direction only`,
      );
    inProgress.push(definition);
    for (const other of storingGroups(definition, definitions)) build(other);
    inProgress.pop();
    const info = newAPIGroup(definition, { ...place, stores });
    built.set(definition, info);
    return info;
  };
  return definitions.map(build);
}

/** Returns the other groups that store objects of this group's kinds, according to `storedAs`. */
function storingGroups(
  definition: AnyGroupDefinition,
  all: readonly AnyGroupDefinition[],
): readonly AnyGroupDefinition[] {
  const groups = new Set(Object.values(definition.storedAs ?? {}).map(({ group }) => group));
  return groups.size === 0
    ? []
    : all.filter((other) => other !== definition && groups.has(storageVersionOf(other).group));
}
