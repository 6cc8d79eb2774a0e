import type { Universe } from "../../engine/model/universe.js";
import type { Setup } from "./setups.js";
import { typesOf } from "./types.js";
import { buildWorld } from "./world.js";
import type { World } from "./world.js";

/** What other generators ask about conversions. Where files are does not matter to them. */
export function worldOf(universe: Universe, setups: readonly Setup[]): World {
  return buildWorld(universe, typesOf(universe), setups, (id) => id);
}
