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

/** Whether somebody wants peers, of which none may have been found: that is told where they are named. */
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
        hint: "Name the folder of the hub types: +k8s:conversion-gen=..",
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
        hint: "Name the folder of the hub types: +k8s:conversion-gen=..",
        position: marker.position,
      });
    } else if (!peers.includes(peer)) {
      peers.push(peer);
    }
  }
  const empty = peers.filter((peer) => Object.keys(peer.types).length === 0);
  return { setup: { output, types, peers }, problems: [...problems, ...empty.map((peer) => emptyPeer(output, peer, empty.length === peers.length))] };
}

function isAsking({ name }: Marker): boolean {
  return name === "k8s:conversion-gen";
}

/** Beside a peer with types an empty one does no harm: Kubernetes' own hub of events is one. */
function emptyPeer(output: Package, peer: Package, alone: boolean): Problem {
  return {
    code: "conversion/empty-peer",
    severity: alone ? "error" : "info",
    needsAllTypes: true,
    message: `the peer folder ${peer.id} has no types`,
    hint: "The value of +k8s:conversion-gen is a folder relative to this one: .. is the one above.",
    position: output.markers.find((marker) => isAsking(marker) && folderNamed(output.id, marker.value ?? "") === peer.id)?.position ?? output.position,
  };
}

/** The folder that a marker's value names. Loading has reported one that does not exist. */
function find(universe: Universe, output: Package, marker: Marker): Package | undefined {
  return universe.packages[folderNamed(output.id, marker.value ?? "")];
}
