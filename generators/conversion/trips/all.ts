import type { PlanInput } from "../../../engine/generator.js";
import type { Universe } from "../../../engine/model/universe.js";
import { aboutSetup } from "../about.js";
import { findSetups, type Setup } from "../setups.js";
import { worldOf } from "../world-of.js";
import type { World } from "../world.js";
import { tripsOf, type Trip } from "./trips.js";

/** The trips of all versions of a universe. */
export interface AllTrips {
  readonly world: World;
  readonly setups: readonly { readonly setup: Setup; readonly trips: readonly Trip[] }[];
}

const known = new WeakMap<Universe, AllTrips>();

/** Several generators ask for them; they are found once. */
export function allTrips({ universe, packages, part }: Pick<PlanInput, "universe" | "packages" | "part">): AllTrips {
  const before = known.get(universe);
  if (before !== undefined) return before;
  const { setups } = findSetups(universe, packages);
  const world = worldOf(universe, setups);
  const found = { world, setups: setups.map((setup) => ({ setup, trips: part("trips", setup.output.id, aboutSetup(world, setup), () => tripsOf(world, setup)) })) };
  known.set(universe, found);
  return found;
}
