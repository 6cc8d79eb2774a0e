import type { Setup } from "./setups.js";
import { isDouble, usedNames } from "./function-problems.js";
import type { World } from "./world.js";

/** What the conversions of a folder depend on beside the folders that it leads to: what stands anywhere. */
export function aboutSetup(world: World, setup: Setup): unknown {
  const used = usedNames(world.universe);
  const types = Object.values(setup.types.types);
  return {
    declared: world.declared.all,
    covered: types.filter((type) => world.preservation.covers(type)).map(({ name }) => name),
    doubled: setup.output.functions.flatMap((fn) => (isDouble(world, fn) ? [fn.name] : [])),
    used: setup.output.functions.flatMap(({ name }) => (used.has(name) ? [name] : [])),
  };
}
