import type { GroupDefinition } from "@apimachinery/apiserver";
import { definition } from "../../examples/cafe/src/definition.js";

/** API group of examples/cafe, without the admission plugins of the example. */
export const cafeGroup: GroupDefinition = onlyGroup();

function onlyGroup(): GroupDefinition {
  const [group] = definition.groups;
  if (group === undefined) throw new Error("examples/cafe has no group");
  return group;
}
