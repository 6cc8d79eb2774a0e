import { posix } from "node:path";
import type { Marker } from "../../engine/markers/marker.js";
import type { Package, PackageId, Universe } from "../../engine/model/universe.js";
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

/** Reads the package markers of every folder. Problems are those of the folders that are written. */
export function findSetups(universe: Universe, packages: readonly Package[]): { readonly setups: readonly Setup[]; readonly problems: readonly Problem[] } {
  const setups: Setup[] = [];
  const problems: Problem[] = [];
  for (const output of packages) {
    const asked = output.markers.filter(({ name }) => name === "k8s:conversion-gen");
    if (asked.length === 0) continue;
    const found = readSetup(universe, output, asked);
    if (output.target) problems.push(...found.problems);
    if (found.setup !== undefined) setups.push(found.setup);
  }
  return { setups, problems };
}

function readSetup(universe: Universe, output: Package, asked: readonly Marker[]): { readonly setup?: Setup; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const folders = asked.filter(({ value }) => value !== "false");
  const external = output.markers.filter(({ name }) => name === "k8s:conversion-gen-external-types");
  const types = external[0] === undefined ? output : find(universe, output, external[0]);
  if (types === undefined) return { problems };
  const peers: Package[] = [];
  for (const marker of folders) {
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

/** Beside a peer with types an empty one does no harm: Kubernetes' own hub of events is one. */
function emptyPeer(output: Package, peer: Package, alone: boolean): Problem {
  return {
    code: "conversion/empty-peer",
    severity: alone ? "error" : "info",
    message: `the peer folder ${peer.id} has no types`,
    hint: "The value of +k8s:conversion-gen is a folder relative to this one: .. is the one above.",
    position: output.markers.find((marker) => marker.name === "k8s:conversion-gen" && resolve(output, marker) === peer.id)?.position ?? output.position,
  };
}

/** The folder that a marker's value names. Loading has reported one that does not exist. */
function find(universe: Universe, output: Package, marker: Marker): Package | undefined {
  return universe.packages[resolve(output, marker)];
}

/** Relative to the folder that the marker stands in. */
function resolve(output: Package, { value = "" }: Marker): PackageId {
  return folderId(posix.join(output.id, value));
}

function folderId(path: string): PackageId {
  const normal = posix.normalize(path).replace(/\/$/, "");
  return normal === "" ? "." : normal;
}
