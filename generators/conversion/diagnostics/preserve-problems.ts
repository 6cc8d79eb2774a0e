import { removeMarker, remedyAs } from "../../../engine/base/fix.js";
import type { FunctionDeclaration, PackageId, TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/base/problem.js";
import type { ConversionContext } from "../../pairs/context.js";
import { peerType } from "../../pairs/directions.js";
import { hasTypeMeta } from "../../kinds/registered.js";
import { preserve } from "../../markers/conversion.js";
import { hasMetadata, reachableTypes } from "../../pairs/preservation.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { referenceTo } from "../../pairs/types.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/**
 * Returns the kinds that need the `preserve` marker so that annotations store all fields of a
 * version's type. Returns an empty list if one of the kinds that contain the type cannot have the
 * marker.
 */
export function couldPreserve(
  context: ConversionContext,
  target: ConversionTarget,
  version: TypeDeclaration,
): readonly TypeDeclaration[] {
  const { types } = context;
  const kinds = Object.values(target.types.types).filter(hasTypeMeta);
  const able = kinds.filter((kind) => {
    const hub = peerType(target, kind.name);
    return (
      hub !== undefined &&
      [kind, hub].every((type) => hasMetadata(types, type, "ObjectMeta")) &&
      handWrittenFor(context, target, kind, hub) === undefined
    );
  });
  const ends = new Set(able.map(({ id }) => id));
  const unable = kinds.filter(({ id }) => !ends.has(id));
  if (reachableTypes(types, unable, ends).has(version.id)) return [];
  if (ends.has(version.id)) return [version];
  return able.filter((kind) => !preserve.has(kind) && reachableTypes(types, [kind], ends).has(version.id));
}

/**
 * Returns a hand-written function that converts the kind itself, in either direction; undefined if
 * none exists. The function replaces the generated one, so the annotation would not be written or
 * read.
 */
function handWrittenFor(
  context: ConversionContext,
  target: ConversionTarget,
  version: TypeDeclaration,
  hub: TypeDeclaration,
): FunctionDeclaration | undefined {
  return (
    context.handWritten(target, referenceTo(hub), referenceTo(version)) ??
    context.handWritten(target, referenceTo(version), referenceTo(hub))
  );
}

/** Reports `preserve` markers that have no effect. */
export function preserveProblems(
  context: ConversionContext,
  target: ConversionTarget,
  hasSchema: (type: TypeDeclaration) => boolean,
): Problem[] {
  // If the target has no peer packages, other checks have already reported a missing peer package
  // or a misplaced marker.
  if (target.peers.length === 0) return [];
  return Object.values(target.types.types).flatMap((version): Problem[] => {
    const marker = preserve.find(version);
    if (marker === undefined) return [];
    const problem = (message: string, hint: string, needsTypesOf?: readonly PackageId[]): Problem[] => [
      {
        ...conversionProblems.is("conversion/preserve"),
        message: `+${marker.name} on ${context.types.label(version)}: ${message}`,
        ...remedyAs(hint, removeMarker(marker)),
        ...(needsTypesOf && { needsTypesOf }),
        position: marker.position,
      },
    ];
    const hub = peerType(target, version.name);
    const peers = target.peers.map(({ id }) => id);
    if (hub === undefined) return problem("the hub has no type of this name", "remove the marker", peers);
    const without = [version, hub].find((type) => !hasMetadata(context.types, type, "ObjectMeta"));
    if (without !== undefined)
      return problem(
        `${context.types.label(without)} is not a kind with metadata: ObjectMeta, so it has no annotations`,
        "move the marker to the kind that contains the type, or remove the marker",
      );
    const handWritten = handWrittenFor(context, target, version, hub);
    if (handWritten !== undefined) {
      return problem(
        `${handWritten.name} is hand-written, so preserve=annotation has no effect`,
        "remove the marker; or remove the function, and write conversion functions only for the types of single fields",
      );
    }
    if (!hasSchema(hub))
      return problem(
        `${context.types.label(hub)} has no schema, but generated code needs one to read the annotation`,
        `add "schema" to "generators" in codegen.config.json, and +groupName to the hub's doc.ts, or remove the marker`,
        [hub.package],
      );
    return [];
  });
}

/** Reports `preserve` markers on types of packages without conversions. */
export function strayPreserveMarkers(types: readonly TypeDeclaration[]): Problem[] {
  return types.flatMap((type) => {
    const marker = preserve.find(type);
    if (marker === undefined) return [];
    const problem: Problem = {
      ...conversionProblems.is("conversion/preserve"),
      message: `+${marker.name} has no effect in a package without +k8s:conversion-gen=<hub>`,
      ...remedyAs("move the marker to a kind of a version, or remove the marker", removeMarker(marker)),
      position: marker.position,
    };
    return [problem];
  });
}
