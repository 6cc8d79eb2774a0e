import { posix } from "node:path";
import { addPackageMarker, remedyAs } from "../../../engine/base/fix.js";
import { groupName } from "../../../engine/markers/group-name.js";
import { groupOf, internalVersion } from "../../../engine/model/group-version.js";
import { siblingHub } from "../../../engine/model/sibling-hub.js";
import type { Package, TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import { isConversionName } from "../../pairs/discovery/functions.js";
import { hasTypeMeta } from "../../kinds/registered.js";
import { conversionGen, preserve } from "../../markers/conversion.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/**
 * Reports a version without `+k8s:conversion-gen` in a subfolder of a hub of the same group, if
 * both declare kinds of the same name. A server that serves this version cannot convert its
 * objects.
 */
export function missingMarker(universe: Universe, pkg: Package): Problem[] {
  const hub = universe.packages[posix.dirname(pkg.id)];
  const group = groupOf(pkg);
  if (pkg.kind !== "folder" || hub?.kind !== "folder" || group === undefined || groupOf(hub) !== group) return [];
  if (conversionGen.has(pkg)) return [];
  const kinds = Object.values(pkg.types).filter((type) => isKindWith(hub, type));
  if (kinds.length === 0) return [];
  const names = kinds.map(({ name }) => name).join(", ");
  const message = `${pkg.id} is a version of the hub ${hub.id}, but no conversions of its kinds (${names}) are generated`;
  return [noMarker(pkg, hub, message)];
}

/**
 * Reports a version without `+k8s:conversion-gen` in the same folder as the version that is the
 * group's hub. Only a version with conversion functions or `preserve` markers is reported, because
 * clients can use versions without conversions.
 */
export function missingSiblingMarker(universe: Universe, pkg: Package): Problem[] {
  if (pkg.kind !== "folder" || conversionGen.has(pkg)) return [];
  const isMeant =
    pkg.functions.some(({ name }) => isConversionName(name)) ||
    Object.values(pkg.types).some((type) => preserve.has(type));
  const hub = isMeant ? siblingHub(universe, pkg) : undefined;
  if (hub === undefined) return [];
  const message = `${pkg.id} has conversion functions or markers, but no marker names its hub, ${hub.id}, so they have no effect`;
  return [noMarker(pkg, hub, message)];
}

function noMarker(pkg: Package, hub: Package, message: string): Problem {
  const marker = `+k8s:conversion-gen=${posix.relative(pkg.id, hub.id)}`;
  return {
    ...conversionProblems.is("conversion/missing-conversion-gen"),
    message,
    ...remedyAs(
      `add ${marker} to ${pkg.id}/doc.ts, or +k8s:conversion-gen=false if hand-written functions convert all types`,
      addPackageMarker(pkg.id, marker),
    ),
    position: groupName.find(pkg)?.position ?? pkg.position,
  };
}

/** Reports whether the type is a kind, and the hub has an internal kind of the same name. */
function isKindWith(hub: Package, { name, exported, shape }: TypeDeclaration): boolean {
  const peer = hub.types[name]?.shape;
  return (
    exported &&
    hasTypeMeta({ shape }) &&
    peer?.kind === "object" &&
    peer.typeMeta?.apiVersion?.endsWith(`/${internalVersion}`) === true
  );
}
