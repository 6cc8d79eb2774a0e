import { removeMarker, remedyAs, replaceMarker, type Remedy } from "../../engine/fix/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { folderNamed } from "../../engine/model/group-version.js";
import type { Package, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";

/** What a folder's package markers ask for. */
export interface Setup {
  /** The functions go here. */
  readonly output: Package;
  /** The versioned types: the same folder, or the one of `+k8s:conversion-gen-external-types`. */
  readonly types: Package;
  /** Where peers of the types are looked for, in order. Empty with `+k8s:conversion-gen=false`. */
  readonly peers: readonly Package[];
}

export interface FoundSetup {
  /** Absent where the folder of the types is not there. */
  readonly setup?: Setup;
  readonly problems: readonly Problem[];
}

/** Whether a folder's markers ask for conversions, or for the registration of a person's. */
export function asksForConversions({ markers }: Package): boolean {
  return markers.some(isAsking);
}

/**
 * Whether somebody wants peers, of which none may have been found: that is told where they are
 * named.
 */
export function asksForPeers({ output, peers }: Setup): boolean {
  return peers.length > 0 || output.markers.some((marker) => isAsking(marker) && marker.value !== "false");
}

/** Reads the package markers of a folder. */
export function readSetup(universe: Universe, output: Package): FoundSetup {
  const problems: Problem[] = [];
  const external = output.markers.find(({ name }) => name === "k8s:conversion-gen-external-types");
  const types = external === undefined ? output : find(universe, output, external);
  if (types === undefined) return { problems };
  const peers: Package[] = [];
  for (const marker of output.markers.filter((candidate) => isAsking(candidate) && candidate.value !== "false")) {
    if (marker.value === "true") {
      problems.push({
        code: "conversion/opt-in-value",
        severity: "error",
        message: "+k8s:conversion-gen=true stands on a package, and names no folder with the peers of its types",
        ...nameHub(universe, output, marker),
        position: marker.position,
      });
      continue;
    }
    const peer = find(universe, output, marker);
    if (peer === undefined) continue;
    if (peer.id === types.id) {
      problems.push({
        code: "conversion/peer-is-itself",
        severity: "error",
        message: `+k8s:conversion-gen=${marker.value ?? ""} is the folder of the types themselves`,
        ...nameHub(universe, output, marker),
        position: marker.position,
      });
    } else if (!peers.includes(peer)) {
      peers.push(peer);
    }
  }
  const empty = peers.filter((peer) => Object.keys(peer.types).length === 0);
  return {
    setup: { output, types, peers },
    problems: [...problems, ...empty.map((peer) => emptyPeer(universe, output, peer, empty.length === peers.length))],
  };
}

function isAsking({ name }: Marker): boolean {
  return name === "k8s:conversion-gen";
}

/** Beside a peer with types an empty one does no harm: Kubernetes' own hub of events is one. */
function emptyPeer(universe: Universe, output: Package, peer: Package, alone: boolean): Problem {
  const marker = output.markers.find(
    (candidate) => isAsking(candidate) && folderNamed(output.id, candidate.value ?? "") === peer.id,
  );
  const hint = "The value of +k8s:conversion-gen is a folder relative to this one: .. is the one above.";
  return {
    code: "conversion/empty-peer",
    severity: alone ? "error" : "info",
    needsAllTypes: true,
    message: `the peer folder ${peer.id} has no types`,
    ...(marker === undefined
      ? { hint }
      : alone
        ? nameHub(universe, output, marker, hint)
        : remedyAs(hint, removeMarker(marker))),
    position: marker?.position ?? output.position,
  };
}

/**
 * The nearest folder above with types is the hub. Without one, the folder has no hub and does not
 * need the marker.
 */
function nameHub({ packages }: Universe, output: Package, marker: Marker, hint?: string): Remedy {
  const above = output.id.split("/").map((_, index) => Array.from({ length: index + 1 }, () => "..").join("/"));
  const hub = above.find((path) => Object.keys(packages[folderNamed(output.id, path)]?.types ?? {}).length > 0);
  const advice = hint ?? `Name the folder of the hub types: +k8s:conversion-gen=${hub ?? ".."}`;
  return hub === undefined
    ? remedyAs(`${advice}\nIf there is no hub, remove the marker.`, removeMarker(marker))
    : remedyAs(advice, replaceMarker(marker, `+k8s:conversion-gen=${hub}`));
}

/** The folder that a marker's value names. Loading has reported one that does not exist. */
function find(universe: Universe, output: Package, marker: Marker): Package | undefined {
  return universe.packages[folderNamed(output.id, marker.value ?? "")];
}
