import { apiVersionOf, groupVersionOf, versionOf, type GroupVersion } from "../../engine/model/group-version.js";
import type { PackageId, TypeId, Universe } from "../../engine/model/universe.js";
import type { AllTrips } from "../round-trip/all-round-trips.js";
import type { OwnLoss, Reason } from "../round-trip/pair-losses.js";
import type { Trip, TripLosses } from "../round-trip/round-trips.js";

/** What a kind loses in one other version, as a test lists it. */
export interface VersionLosses {
  /** Its apiVersion. */
  readonly version: string;
  readonly paths: readonly string[];
}

/** The trips of the kinds of some versions. */
export function tripsThrough({ setups }: AllTrips, versions: ReadonlySet<PackageId>): readonly Trip[] {
  return setups.flatMap(({ setup, trips }) => (versions.has(setup.types.id) ? trips : []));
}

/**
 * What a type loses on some trips, where somebody has written that it may: a hub's by the versions,
 * a version's by its hub.
 */
export function lossesOf(universe: Universe, trips: readonly Trip[], type: TypeId): readonly VersionLosses[] {
  return trips.flatMap((trip): VersionLosses[] => {
    const version = groupVersionOf(universe, trip.version);
    if (version === undefined) return [];
    if (trip.hub.id === type) return listed(version, trip);
    const hub = universe.packages[trip.hub.package];
    const hubVersion = hub === undefined ? undefined : versionOf(universe, hub);
    return trip.type.id === type && hubVersion !== undefined
      ? listed({ group: version.group, version: hubVersion }, trip.fromVersion)
      : [];
  });
}

function listed(version: GroupVersion, { losses, repeats }: TripLosses): VersionLosses[] {
  const paths = losses.filter(isAccepted).map(({ path, reason }) => (reason === "absence" ? `${path}?` : path));
  return paths.length === 0
    ? []
    : [{ version: apiVersionOf(version), paths: [...paths, ...repeats.map(({ path, as }) => `${path} as ${as}`)] }];
}

/** A loss that follows from the types alone is one that nobody wants: the test fails for it. */
function isAccepted({ certainty, reason }: OwnLoss): boolean {
  return certainty === "lost" && acceptable.has(reason);
}

/**
 * Markers say the first three; that an absent value comes back as the zero of a required field is
 * how types are converted.
 */
const acceptable: ReadonlySet<Reason> = new Set(["declared", "opted-out", "dropped", "absence"]);
