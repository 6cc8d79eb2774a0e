import type { Marker } from "../../engine/markers/marker.js";
import { versionOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";

const tool = "k8s:prerelease-lifecycle-gen";
export const lifecycleMarkers = {
  introduced: `${tool}:introduced`,
  deprecated: `${tool}:deprecated`,
  removed: `${tool}:removed`,
  replacement: `${tool}:replacement`,
} as const;

/**
 * Releases in which a kind's version was introduced, deprecated and removed, and its replacement
 * (Go: APILifecycleIntroduced and others).
 */
export interface LifecycleView {
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
}

export function checkRelease({ value = "" }: Marker): string | undefined {
  return /^\d+\.\d+$/.test(value) ? undefined : "needs a release: 1.30";
}

export function checkReplacement({ value = "" }: Marker): string | undefined {
  return /^[^,]*,v[^,]*,[A-Z][^,]*$/.test(value) ? undefined : "needs group,version,Kind: apps,v1,Deployment";
}

/**
 * Number of minor releases from introduction to deprecation of a prerelease, and from deprecation
 * to removal. Kubernetes has the same policy.
 */
const minorReleases = 3;

/**
 * Returns the lifecycle in the markers of a kind. In alpha and beta versions, the default of the
 * deprecation is three minor releases after the introduction; the default of the removal is three
 * minor releases after the deprecation. Returns undefined for a kind without markers, for a hub,
 * and for a package that opts out.
 */
export function lifecycleOf(universe: Universe, pkg: Package, { markers }: TypeDeclaration): LifecycleView | undefined {
  const version = versionOf(universe, pkg) ?? "";
  const isServed = /^v\d/.test(version);
  const isOut = pkg.markers.some(({ name, value }) => name === tool && value === "false");
  if (!isServed || isOut) return undefined;
  const introduced = release(markers, lifecycleMarkers.introduced);
  const isPrerelease = !/^v\d+$/.test(version);
  const deprecated = release(markers, lifecycleMarkers.deprecated) ?? (isPrerelease ? later(introduced) : undefined);
  const removed = release(markers, lifecycleMarkers.removed) ?? (isPrerelease ? later(deprecated) : undefined);
  const replacement = replacementOf(markers);
  if ([introduced, deprecated, removed, replacement].every((one) => one === undefined)) return undefined;
  return {
    ...(introduced && { introduced }),
    ...(deprecated && { deprecated }),
    ...(removed && { removed }),
    ...(replacement && { replacement }),
  };
}

/**
 * Reports markers without effect: responses have warnings only for kinds whose deprecation is
 * known.
 */
export function lifecycleProblems(universe: Universe, pkg: Package, type: TypeDeclaration): readonly Problem[] {
  const lifecycle = lifecycleOf(universe, pkg, type);
  if (lifecycle === undefined || lifecycle.deprecated !== undefined) return [];
  const marker = type.markers.find(
    ({ name }) => name === lifecycleMarkers.removed || name === lifecycleMarkers.replacement,
  );
  if (marker === undefined) return [];
  return [
    {
      code: "register/lifecycle",
      severity: "warning",
      message: `+${marker.name} has no effect on ${type.name}, because no marker states its deprecation`,
      hint: `+${lifecycleMarkers.deprecated}=1.30`,
      position: marker.position,
    },
  ];
}

function release(markers: readonly Marker[], name: string): string | undefined {
  const value = markers.find((marker) => marker.name === name)?.value;
  return value === undefined ? undefined : value.split(".").map(Number).join(".");
}

function later(introduced: string | undefined): string | undefined {
  const [major, minor] = (introduced ?? "").split(".").map(Number);
  return major === undefined || minor === undefined ? undefined : `${major}.${minor + minorReleases}`;
}

function replacementOf(markers: readonly Marker[]): LifecycleView["replacement"] {
  const [group, version, kind] =
    markers.find(({ name }) => name === lifecycleMarkers.replacement)?.value?.split(",") ?? [];
  return group === undefined || version === undefined || kind === undefined ? undefined : { group, version, kind };
}
