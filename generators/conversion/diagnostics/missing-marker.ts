import { posix } from "node:path";
import { addPackageMarker, remedyAs } from "../../../engine/fix/fix.js";
import { groupOf, internalVersion } from "../../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/problem.js";

/**
 * A version below a hub that does not convert to it: a server of both fails at each request for the
 * version's kinds.
 */
export function missingSetup(universe: Universe, home: Package): Problem[] {
  const hub = universe.packages[posix.dirname(home.id)];
  const group = groupOf(home);
  if (home.kind !== "folder" || hub?.kind !== "folder" || group === undefined || groupOf(hub) !== group) return [];
  if (home.markers.some(({ name }) => name === "k8s:conversion-gen")) return [];
  const kinds = Object.values(home.types).filter((type) => isKindWith(hub, type));
  if (kinds.length === 0) return [];
  const names = kinds.map(({ name }) => name).join(", ");
  const marker = "+k8s:conversion-gen=..";
  return [
    {
      code: "conversion/missing-conversion-gen",
      severity: "error",
      message: `${home.id} is below the hub ${hub.id} and does not convert its kinds to the hub's (${names})`,
      ...remedyAs(
        `add ${marker} to ${home.id}/doc.ts, or +k8s:conversion-gen=false if hand-written functions convert all types`,
        addPackageMarker(home.id, marker),
      ),
      position: home.markers.find(({ name }) => name === "groupName")?.position ?? home.position,
    },
  ];
}

/** Whether the type is a kind of a version, and the hub has an internal kind of the same name. */
function isKindWith(hub: Package, { name, exported, shape }: TypeDeclaration): boolean {
  const peer = hub.types[name]?.shape;
  return (
    exported &&
    shape.kind === "object" &&
    shape.typeMeta !== undefined &&
    peer?.kind === "object" &&
    peer.typeMeta?.apiVersion?.endsWith(`/${internalVersion}`) === true
  );
}
