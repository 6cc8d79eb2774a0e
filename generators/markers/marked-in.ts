import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marked, MarkerHandle, Occurrence } from "../../engine/markers/define-marker.js";
import type { Package, PackageId } from "../../engine/model/universe.js";

/** The markers of one name in one npm package. */
export interface MarkedIn<T> {
  /** The first folder with one of these markers. */
  readonly owner: PackageId;
  readonly found: readonly Occurrence<T>[];
}

/**
 * Returns the markers of all folders of a run, by the folder of generated pages. Reads the comments
 * of packages, types, functions and constants.
 */
export function markedIn<T>(input: PlanInput, handle: MarkerHandle<T>): ReadonlyMap<string, MarkedIn<T>> {
  const result = new Map<string, MarkedIn<T>>();
  for (const pkg of input.packages) {
    const found = ownersIn(pkg).flatMap((owner) => handle.readAll(owner));
    if (found.length === 0) continue;
    const pages = input.pages(pkg.id);
    const known = result.get(pages) ?? { owner: pkg.id, found: [] };
    result.set(pages, { ...known, found: [...known.found, ...found] });
  }
  return result;
}

function ownersIn(pkg: Package): readonly Marked[] {
  return [pkg, ...Object.values(pkg.types), ...pkg.functions, ...pkg.constants];
}
