import type { TypeDeclaration } from "../../engine/model/universe.js";
import { pairNames } from "./discovery/function-names.js";
import { optedOut } from "./markers.js";
import type { Setup } from "./target.js";
import { reference, type Types } from "./types.js";

/** One direction between two types of the same name: what an autoConvert function does. */
export interface Direction {
  readonly setup: Setup;
  readonly from: TypeDeclaration;
  readonly to: TypeDeclaration;
  /** Whether it goes from the version to its peer. */
  readonly outward: boolean;
  readonly convert: string;
  readonly autoConvert: string;
}

/**
 * Pairs by type name: interfaces with interfaces, unions with unions, in the first peer that has
 * the name.
 */
export function directionsOf(types: Types, setup: Setup): Direction[] {
  return Object.keys(setup.types.types)
    .sort()
    .flatMap((name): Direction[] => {
      const version = setup.types.types[name];
      const hub = peerOf(setup, name);
      if (version === undefined || hub === undefined || !convertible(version) || !convertible(hub)) return [];
      if (version.shape.kind !== hub.shape.kind || optedOut(version) || optedOut(hub)) return [];
      return [direction(types, setup, version, hub, true), direction(types, setup, hub, version, false)];
    });
}

function direction(
  types: Types,
  setup: Setup,
  from: TypeDeclaration,
  to: TypeDeclaration,
  outward: boolean,
): Direction {
  const names = pairNames(types, reference(from), reference(to));
  if (names === undefined) throw new Error(`no name for the conversion of ${from.id} to ${to.id}`);
  return { setup, from, to, outward, ...names };
}

/** The type of a name in the first peer folder that has one. */
export function peerOf(setup: Setup, name: string): TypeDeclaration | undefined {
  return setup.peers.map((peer) => peer.types[name]).find((type) => type !== undefined);
}

/** Whether conversion functions are generated for such a type. */
export function convertible({ exported, shape }: TypeDeclaration): boolean {
  return exported && (shape.kind === "object" || shape.kind === "union");
}
