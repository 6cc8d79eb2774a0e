import type { GroupDefinition } from "@apimachinery/apiserver";
import { definition } from "../../examples/cafe/src/definition.js";

/** The group of examples/cafe, without its admission plugins. */
export const cafeGroup: GroupDefinition = onlyGroup();

function onlyGroup(): GroupDefinition {
  const [group] = definition.groups;
  if (group === undefined) throw new Error("examples/cafe has no group");
  return group;
}
