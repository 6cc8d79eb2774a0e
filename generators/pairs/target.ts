import { remedy, removeMarker, remedyAs, replaceMarker, type Remedy } from "../../engine/base/fix.js";
import { folderNamed } from "../../engine/markers/marker-folder.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Package, Universe } from "../../engine/model/universe.js";
import type { ProblemHead } from "../../engine/base/define-problems.js";
import type { Problem } from "../../engine/base/problem.js";
import { conversionGen, externalTypes } from "../markers/conversion.js";
import { conversionProblems } from "../problem-codes/conversion.js";

/** A package for which conversions are generated. The markers of the package define the target. */
export interface ConversionTarget {
  /** Package that contains the generated functions. */
  readonly output: Package;
  /**
   * Package with the versioned types: `output`, or the package that
   * `+k8s:conversion-gen-external-types` names.
   */
  readonly types: Package;
  /**
   * Packages that are searched for peer types, in this order. Empty for
   * `+k8s:conversion-gen=false`.
   */
  readonly peers: readonly Package[];
}

export interface FoundTarget {
  /** The target; absent if the package of external types does not exist. */
  readonly target?: ConversionTarget;
  readonly problems: readonly Problem[];
}

/**
 * Reports whether the package has a `+k8s:conversion-gen` marker. With the value `false`, only
 * hand-written functions are registered.
 */
export function asksForConversions(pkg: Package): boolean {
  return conversionGen.has(pkg);
}

/**
 * Reports whether the markers of a target's package name a peer package, even if the peer package
 * does not exist. A missing peer package is reported at its marker.
 */
export function asksForPeers({ output, peers }: ConversionTarget): boolean {
  return peers.length > 0 || conversionGen.read(output).peers.length > 0;
}

/** Returns the target that the markers of a package define, and the problems of these markers. */
export function readTarget(universe: Universe, output: Package): FoundTarget {
  const problems: Problem[] = [];
  const external = externalTypes.find(output);
  const types = external === undefined ? output : find(universe, external);
  if (types === undefined) return { problems };
  const peers: Package[] = [];
  for (const { marker, value } of conversionGen.read(output).peers) {
    const report = (head: ProblemHead, message: string): void => {
      problems.push({ ...head, message, ...nameHub(universe, output, marker), position: marker.position });
    };
    const peer = find(universe, marker);
    if (value === "true")
      report(
        conversionProblems.is("conversion/opt-in-value"),
        "+k8s:conversion-gen=true is not valid on a package: the value must be the folder with the peer types",
      );
    else if (peer?.id === types.id)
      report(
        conversionProblems.is("conversion/peer-is-itself"),
        `+k8s:conversion-gen=${value} refers to the folder of the marker, which cannot be its own peer`,
      );
    else if (peer !== undefined && !peers.includes(peer)) peers.push(peer);
    if (peer !== undefined && peer !== types && namesPeer(universe, peer, types))
      problems.push({
        ...conversionProblems.is("conversion/peer-cycle"),
        message: `${types.id} and ${peer.id} name each other as their hub`,
        ...remedy(removeMarker(marker, `remove the marker here, if ${types.id} is the hub`)),
        position: marker.position,
      });
  }
  const empty = peers.filter((peer) => Object.keys(peer.types).length === 0);
  return {
    target: { output, types, peers },
    problems: [...problems, ...empty.map((peer) => emptyPeer(universe, output, peer, empty.length === peers.length))],
  };
}

/** Reports whether the markers of a package name another package as its peer. */
function namesPeer(universe: Universe, pkg: Package, other: Package): boolean {
  return conversionGen.read(pkg).peers.some(({ marker }) => find(universe, marker) === other);
}

/**
 * Reports a peer package without types. It is an error only if no other peer package has types. For
 * example, the hub of the group events in Kubernetes has no types.
 */
function emptyPeer(universe: Universe, output: Package, peer: Package, isOnlyPeer: boolean): Problem {
  const marker = conversionGen.findAll(output).find(({ folder }) => folder?.id === peer.id);
  const hint = "write the path of the folder with the hub types, relative to this folder: .. is the parent folder";
  return {
    ...conversionProblems.is("conversion/empty-peer", isOnlyPeer ? "error" : "info"),
    needsAllTypes: true,
    message: `the peer package ${peer.id} has no types`,
    ...(marker === undefined
      ? { hint }
      : isOnlyPeer
        ? nameHub(universe, output, marker, hint)
        : remedyAs(hint, removeMarker(marker))),
    position: marker?.position ?? output.position,
  };
}

/**
 * Returns the remedy for a marker: a fix that names the nearest package in a parent folder that has
 * types. If no parent has types, the fix removes the marker.
 */
function nameHub({ packages }: Universe, output: Package, marker: Marker, hint?: string): Remedy {
  const above = output.id.split("/").map((_, index) => Array.from({ length: index + 1 }, () => "..").join("/"));
  const hub = above.find((path) => Object.keys(packages[folderNamed(output.id, path)]?.types ?? {}).length > 0);
  const advice = hint ?? `write the path of the folder with the hub types: +k8s:conversion-gen=${hub ?? ".."}`;
  return hub === undefined
    ? remedyAs(`${advice}\nor remove the marker, if no hub exists`, removeMarker(marker))
    : remedyAs(advice, replaceMarker(marker, `+k8s:conversion-gen=${hub}`));
}

/**
 * Returns the package that a marker names; undefined if it does not exist, which loading has
 * already reported.
 */
function find(universe: Universe, { folder }: Marker): Package | undefined {
  return folder === undefined ? undefined : universe.packages[folder.id];
}
