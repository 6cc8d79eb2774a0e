import type { TypeDeclaration } from "../../engine/model/universe.js";
import { pairNames, type PairNames } from "./discovery/function-names.js";
import { optedOut } from "../markers/conversion.js";
import type { ConversionTarget } from "./target.js";
import { referenceTo, type Types } from "./types.js";

/**
 * Conversion of a type to its peer, which is the type of the same name in the hub or the version.
 * One autoConvert function is generated for each direction.
 */
export interface Direction extends PairNames {
  readonly target: ConversionTarget;
  readonly from: TypeDeclaration;
  readonly to: TypeDeclaration;
  /** True if the input is the version's type and the output is the hub's type. */
  readonly toHub: boolean;
}

/**
 * Returns the two directions of each pair of types with the same name. Both types must be exported
 * interfaces, or both exported unions, and no marker may exclude them from conversion. If several
 * peer packages have a type of this name, the first package is used.
 */
export function directionsOf(types: Types, target: ConversionTarget): Direction[] {
  return Object.keys(target.types.types)
    .sort()
    .flatMap((name): Direction[] => {
      const version = target.types.types[name];
      const hub = peerType(target, name);
      if (version === undefined || hub === undefined || !convertible(version) || !convertible(hub)) return [];
      if (version.shape.kind !== hub.shape.kind || optedOut(version) || optedOut(hub)) return [];
      return [direction(types, target, version, hub, true), direction(types, target, hub, version, false)];
    });
}

function direction(
  types: Types,
  target: ConversionTarget,
  from: TypeDeclaration,
  to: TypeDeclaration,
  toHub: boolean,
): Direction {
  const names = pairNames(types, referenceTo(from), referenceTo(to));
  if (names === undefined) throw new Error(`the conversion of ${from.id} to ${to.id} has no name`);
  return { target, from, to, toHub, ...names };
}

/**
 * Returns the type with this name from the first peer package that has such a type; undefined if no
 * peer package has it.
 */
export function peerType(target: ConversionTarget, name: string): TypeDeclaration | undefined {
  return target.peers.map((peer) => peer.types[name]).find((type) => type !== undefined);
}

/**
 * Reports whether conversion functions can be generated for a type. The type must be an exported
 * interface or union.
 */
export function convertible({ exported, shape }: TypeDeclaration): boolean {
  return exported && (shape.kind === "object" || shape.kind === "union");
}
