import { apiVersionOf, groupVersionOf, versionOf, type PackageGroupVersion } from "../../engine/model/group-version.js";
import type { PackageId, TypeId, Universe } from "../../engine/model/universe.js";
import type { AllRoundTrips } from "../round-trip/all-round-trips.js";
import type { OwnLoss, Reason } from "../round-trip/pair-losses.js";
import type { RoundTrip, RoundTripLosses } from "../round-trip/round-trips.js";

/** Fields that a kind is expected to lose in a round trip through another version. */
export interface VersionLosses {
  /** apiVersion of the other version. */
  readonly version: string;
  readonly paths: readonly string[];
}

/** Returns the round trips of the kinds in the given packages. */
export function roundTripsThrough({ targets }: AllRoundTrips, versions: ReadonlySet<PackageId>): readonly RoundTrip[] {
  return targets.flatMap(({ target, roundTrips }) => (versions.has(target.types.id) ? roundTrips : []));
}

/**
 * Returns the losses that a test accepts in the round trips that begin at a type. The round trips
 * of a hub's type go through its versions; the round trip of a version's type goes through the hub.
 */
export function lossesOf(universe: Universe, roundTrips: readonly RoundTrip[], type: TypeId): readonly VersionLosses[] {
  return roundTrips.flatMap((roundTrip): VersionLosses[] => {
    const version = groupVersionOf(universe, roundTrip.version);
    if (version === undefined) return [];
    if (roundTrip.hub.id === type) return listed(version, roundTrip);
    const hub = universe.packages[roundTrip.hub.package];
    const hubVersion = hub === undefined ? undefined : versionOf(universe, hub);
    return roundTrip.type.id === type && hubVersion !== undefined
      ? listed({ group: version.group, version: hubVersion }, roundTrip.fromVersion)
      : [];
  });
}

function listed(version: PackageGroupVersion, { losses, repeats }: RoundTripLosses): VersionLosses[] {
  const paths = losses.filter(isAccepted).map(({ path, reason }) => (reason === "absence" ? `${path}?` : path));
  return paths.length === 0
    ? []
    : [{ version: apiVersionOf(version), paths: [...paths, ...repeats.map(({ path, as }) => `${path} as ${as}`)] }];
}

/** Reports whether the test accepts a loss. Any other loss makes the test fail. */
function isAccepted({ certainty, reason }: OwnLoss): boolean {
  return certainty === "lost" && acceptable.has(reason);
}

/**
 * Reasons for which tests accept losses. The first three result from markers. In the case of
 * `absence`, an absent value becomes the zero value of a required field, which is normal. codegen
 * warns of `unknown-fields`.
 */
const acceptable: ReadonlySet<Reason> = new Set(["declared", "opted-out", "dropped", "absence", "unknown-fields"]);
