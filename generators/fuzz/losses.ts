import type { PlanInput } from "../../engine/generator.js";
import { apiVersionOf, groupVersionOf } from "../../engine/model/group-version.js";
import type { PackageId, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { allTrips } from "../conversion/trips/all.js";
import type { Trip } from "../conversion/trips/trips.js";

/** What a kind of a hub loses in one version, as a test lists it. */
export interface VersionLosses {
  /** Its apiVersion. */
  readonly version: string;
  readonly paths: readonly string[];
}

/** What is known of the trips of all kinds. */
export interface Trips {
  /** By the id of the hub's type; the folder says which group's versions are meant: a hub's type may serve several. */
  losses(hub: TypeId, versions: ReadonlySet<PackageId>): readonly VersionLosses[];
  /** The types of hubs that kinds of these folders convert into. */
  hubs(versions: ReadonlySet<PackageId>): readonly TypeDeclaration[];
}

export function findTrips(input: PlanInput): Trips {
  const { setups } = allTrips(input);
  const byHub = new Map<TypeId, Trip[]>();
  for (const trip of setups.flatMap((found) => found.trips)) {
    const trips = byHub.get(trip.hub.id) ?? [];
    trips.push(trip);
    byHub.set(trip.hub.id, trips);
  }
  return {
    hubs: (versions) => [...new Set(setups.flatMap(({ setup, trips }) => (versions.has(setup.types.id) ? trips.map(({ hub }) => hub) : [])))],
    losses: (hub, versions) =>
      (byHub.get(hub) ?? []).flatMap((trip) => {
        const version = groupVersionOf(input.universe, trip.version);
        if (!versions.has(trip.version.id) || version === undefined) return [];
        const lost = trip.losses.filter(({ certainty }) => certainty === "lost").map(({ path, reason }) => (reason === "absence" ? `${path}?` : path));
        if (lost.length === 0) return [];
        return [{ version: apiVersionOf(version), paths: [...lost, ...trip.repeats.map(({ path, as }) => `${path} as ${as}`)] }];
      }),
  };
}
