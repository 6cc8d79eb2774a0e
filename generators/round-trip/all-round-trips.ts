import type { Package } from "../../engine/model/universe.js";
import type { Setup } from "../conversion/target.js";
import { sharing } from "../conversion/plan/sharing.js";
import type { ValueContext } from "../conversion/plan/value.js";
import { worldOf, type World, type WorldInput } from "../conversion/context.js";
import { pairLosses, type PairLosses } from "./pair-losses.js";
import { tripsOf, type LossesOf, type Trip } from "./round-trips.js";

/** The trips of all versions. */
export interface AllTrips {
  readonly world: World;
  readonly setups: readonly { readonly setup: Setup; readonly trips: readonly Trip[] }[];
}

const known = new WeakMap<readonly Package[], AllTrips>();

/** Several generators ask for them; they are found once in a run. */
export function allTrips(input: WorldInput): AllTrips {
  const before = known.get(input.packages);
  if (before !== undefined) return before;
  const world = worldOf(input);
  const about = world.declared.all;
  const losses = new Map(
    world.setups.map((setup) => [setup, input.memo("losses", setup.output.id, about, () => ownLosses(world, setup))]),
  );
  const setups = world.setups.map((setup) => ({
    setup,
    trips: input.memo("trips", setup.output.id, about, () => tripsOf(world, setup, lossesIn(world, setup, losses))),
  }));
  const found = { world, setups };
  known.set(input.packages, found);
  return found;
}

/** By the version's type: the trip from the hub, and the trip from the version. */
type OwnLosses = ReadonlyMap<string, { readonly fromHub: PairLosses; readonly fromVersion: PairLosses }>;

/** What is lost between the types of a folder and their peers. */
function ownLosses(world: World, setup: Setup): OwnLosses {
  const context = contextOf(world, setup);
  const inward = (world.directions.get(setup) ?? []).filter(({ outward }) => !outward);
  return new Map(
    inward.map(({ from, to }) => [
      to.name,
      { fromHub: pairLosses(context, from, to), fromVersion: pairLosses(context, to, from) },
    ]),
  );
}

/**
 * A pair is converted, and loses, where its function is generated; one that nobody generates a
 * function for, as the folder sees it.
 */
function lossesIn(world: World, setup: Setup, losses: ReadonlyMap<Setup, OwnLosses>): LossesOf {
  let context: ValueContext | undefined;
  return (from, to) => {
    const generated = world.generated(setup, from, to);
    const own = generated === undefined ? undefined : losses.get(generated.setup);
    const found = generated?.outward === true ? own?.get(from.name)?.fromVersion : own?.get(to.name)?.fromHub;
    return found ?? pairLosses((context ??= contextOf(world, setup)), from, to);
  };
}

function contextOf(world: World, setup: Setup): ValueContext {
  return { world, setup, identical: sharing(world, setup) };
}
