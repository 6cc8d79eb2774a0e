import { oncePerRun } from "../../engine/plan/once-per-run.js";
import type { ConversionTarget } from "../pairs/target.js";
import { sharing } from "../pairs/sharing.js";
import type { ValueScope } from "../pairs/value.js";
import { conversionContext, type ConversionContext, type ContextInput } from "../pairs/context.js";
import { pairLosses, type PairLosses } from "./pair-losses.js";
import { roundTripsOf, type LossesOf, type RoundTrip } from "./round-trips.js";

/** The round trips of all kinds, grouped by the package for which conversions are generated. */
export interface AllRoundTrips {
  readonly context: ConversionContext;
  readonly targets: readonly { readonly target: ConversionTarget; readonly roundTrips: readonly RoundTrip[] }[];
}

/** Returns the round trips of all kinds. */
export const allRoundTrips = oncePerRun((input: ContextInput): AllRoundTrips => {
  // This context is used only for the analysis. No file is printed, so the function for file paths
  // is a placeholder.
  const context = conversionContext(input, (id) => id);
  const deps = context.declared.all;
  const losses = new Map(
    context.targets.map((target) => [
      target,
      input.memo("losses", target.output.id, deps, () => ownLosses(context, target)),
    ]),
  );
  const targets = context.targets.map((target) => ({
    target,
    roundTrips: input.memo("roundTrips", target.output.id, deps, () =>
      roundTripsOf(context, target, lossesIn(context, target, losses)),
    ),
  }));
  return { context, targets };
});

/**
 * Losses of the round trips that begin at the hub and at the version, by the name of the version's
 * type.
 */
type OwnLosses = ReadonlyMap<string, { readonly fromHub: PairLosses; readonly fromVersion: PairLosses }>;

/**
 * Returns the losses between the types of a target and their peers, without the losses of nested
 * types.
 */
function ownLosses(context: ConversionContext, target: ConversionTarget): OwnLosses {
  const scope = scopeOf(context, target);
  const fromHub = (context.directions.get(target) ?? []).filter(({ toHub }) => !toHub);
  return new Map(
    fromHub.map(({ from, to }) => [
      to.name,
      { fromHub: pairLosses(scope, from, to), fromVersion: pairLosses(scope, to, from) },
    ]),
  );
}

/**
 * Returns a function that returns the losses of a pair of types. If another target generates the
 * conversion of the pair, the function returns the losses that were computed for that target.
 */
function lossesIn(
  context: ConversionContext,
  target: ConversionTarget,
  losses: ReadonlyMap<ConversionTarget, OwnLosses>,
): LossesOf {
  let scope: ValueScope | undefined;
  return (from, to) => {
    const generated = context.generated(target, from, to);
    const own = generated === undefined ? undefined : losses.get(generated.target);
    const found = generated?.toHub === true ? own?.get(from.name)?.fromVersion : own?.get(to.name)?.fromHub;
    return found ?? pairLosses((scope ??= scopeOf(context, target)), from, to);
  };
}

function scopeOf(context: ConversionContext, target: ConversionTarget): ValueScope {
  return { context, target, identical: sharing(context, target) };
}
