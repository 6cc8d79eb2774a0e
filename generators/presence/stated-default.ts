import type { Marker } from "../../engine/markers/marker.js";
import type { ConstantDeclaration, PackageId, Universe } from "../../engine/model/universe.js";
import { parseMarkerJSON } from "../markers/constraints.js";
import { findPackage } from "./reference.js";

/** The default in a marker: a JSON value, or a constant. */
export type StatedDefault = { readonly value: unknown } | { readonly constant: ConstantDeclaration };

/**
 * Returns the default in a marker. Returns undefined if the marker is absent or has no value. Also
 * returns undefined if the constant does not exist or the value is not JSON; the generator
 * `defaults` reports both.
 * @param pkg the package of the marker
 */
export function statedDefault(
  universe: Universe,
  marker: Marker | undefined,
  pkg: PackageId,
): StatedDefault | undefined {
  if (marker?.value === undefined) return undefined;
  const path = /^ref\((.*)\)$/.exec(marker.value)?.[1]?.trim();
  if (path !== undefined) {
    const constant = defaultConstant(universe, pkg, path);
    return constant === undefined ? undefined : { constant };
  }
  const value = parseMarkerJSON(marker.value);
  return value === undefined ? undefined : { value };
}

/**
 * Returns the constant of `+default=ref(path)`; undefined if it does not exist.
 * @param pkg the package of the marker
 */
export function defaultConstant(universe: Universe, pkg: PackageId, path: string): ConstantDeclaration | undefined {
  const cut = path.lastIndexOf(".");
  const found = findPackage(universe, pkg, cut < 0 ? pkg : path.slice(0, cut));
  return found?.constants.find(({ name }) => name === path.slice(cut + 1));
}
