import { addMarker, remedy, removeMarker } from "../../engine/base/fix.js";
import { versionTypesOf } from "../../engine/model/external-types.js";
import { compareVersions, internalVersion, versionOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { registerProblems } from "../problem-codes/register.js";

/**
 * Families of markers that a server reads only from the kinds of served versions. In a hub, a
 * family is not reported if a version of the kind has a marker of the same family.
 */
const families = [
  /^kubebuilder:printcolumn:/,
  /^kubebuilder:resource:/,
  /^kubebuilder:subresource:scale:/,
  /^kubebuilder:subresource:status$/,
  /^k8s:prerelease-lifecycle-gen:/,
];

/**
 * Returns warnings for markers on a hub's kind that servers read only from versions. A marker is
 * not reported if a version of the kind has a marker of the same family.
 */
export function hubMarkerProblems(
  universe: Universe,
  hub: Package,
  { name, markers }: TypeDeclaration,
): readonly Problem[] {
  const marked = markers.flatMap((marker) => {
    const family = families.find((pattern) => pattern.test(marker.name));
    return family === undefined ? [] : [{ marker, family }];
  });
  if (marked.length === 0 || versionOf(universe, hub) !== internalVersion) return [];
  const versions = [...versionTypesOf(universe, hub.id)].sort((a, b) => compareVersions(a.name, b.name));
  const peers = versions.flatMap(({ types }) => types[name] ?? []);
  return marked.flatMap(({ marker, family }): Problem | [] => {
    if (peers.some((peer) => peer.markers.some((other) => family.test(other.name)))) return [];
    const [first] = peers;
    const text = marker.value === undefined ? `+${marker.name}` : `+${marker.name}=${marker.value}`;
    const removal = removeMarker(marker);
    const fix =
      first === undefined
        ? removal
        : {
            text: `move the marker to ${name} in ${first.package}`,
            edits: [...removal.edits, ...addMarker(first.position, text).edits],
          };
    return {
      ...registerProblems.is("register/hub-marker"),
      message: `+${marker.name} of ${name} has no effect: ${hub.id} is a hub, but the marker applies only to versions`,
      ...remedy(fix),
      needsAllTypes: true,
      position: marker.position,
    };
  });
}
