import { apiVersionOf, groupVersionOf } from "../../engine/model/group-version.js";
import type { PackageId, TypeId, Universe } from "../../engine/model/universe.js";
import type { AllTrips } from "../conversion/trips/all.js";
import type { Trip } from "../conversion/trips/trips.js";

/** What a kind of a hub loses in one version, as a test lists it. */
export interface VersionLosses {
  /** Its apiVersion. */
  readonly version: string;
  readonly paths: readonly string[];
}

/** The trips of the kinds of some versions. */
export function tripsThrough({ setups }: AllTrips, versions: ReadonlySet<PackageId>): readonly Trip[] {
  return setups.flatMap(({ setup, trips }) => (versions.has(setup.types.id) ? trips : []));
}

/** What a hub's type loses on some trips; it may serve the versions of several groups. */
export function lossesOf(universe: Universe, trips: readonly Trip[], hub: TypeId): readonly VersionLosses[] {
  return trips.flatMap((trip) => {
    if (trip.hub.id !== hub) return [];
    const version = groupVersionOf(universe, trip.version);
    if (version === undefined) return [];
    const lost = trip.losses.filter(({ certainty }) => certainty === "lost").map(({ path, reason }) => (reason === "absence" ? `${path}?` : path));
    if (lost.length === 0) return [];
    return [{ version: apiVersionOf(version), paths: [...lost, ...trip.repeats.map(({ path, as }) => `${path} as ${as}`)] }];
  });
}
