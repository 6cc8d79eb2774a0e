import { addMarker, remedy, remedyAs, replaceMarker } from "../../../engine/base/fix.js";
import { groupName } from "../../../engine/markers/group-name.js";
import type { Package, TypeDeclaration } from "../../../engine/model/universe.js";
import { nearest } from "../../../engine/util/nearest.js";
import type { Problem } from "../../../engine/base/problem.js";
import { checkRenames } from "./rename-problems.js";
import { hasTypeMeta } from "../../kinds/registered.js";
import { conversionGen, optedOut } from "../../markers/conversion.js";
import type { ConversionTarget } from "../../pairs/target.js";
import { convertible, peerType, type Direction } from "../../pairs/directions.js";
import type { ConversionContext } from "../../pairs/context.js";
import { conversionProblems } from "../../problem-codes/conversion.js";

/**
 * Reports problems of a target's types that do not depend on the types of their fields: invalid
 * markers, and types without a peer.
 */
export function conversionTypeProblems(
  context: ConversionContext,
  target: ConversionTarget,
  directions: readonly Direction[],
): Problem[] {
  const toHub = directions.filter((direction) => direction.toHub);
  return [
    ...toHub.flatMap(({ from, to }) => checkRenames(context.types, from, to)),
    ...Object.values(target.types.types).flatMap(wrongValues),
    ...typesWithoutPeer(context, target),
  ];
}

function wrongValues(type: TypeDeclaration): Problem[] {
  const fields = type.shape.kind === "object" ? type.shape.fields : [];
  return [type, ...fields]
    .flatMap(conversionGen.findAll)
    .filter(({ value }) => value !== "false" && value !== "true")
    .map(({ value, position }) => ({
      ...conversionProblems.is("conversion/opt-out-value"),
      message: `+k8s:conversion-gen=${value ?? ""} is not valid on a type or a field`,
      ...remedy(replaceMarker({ position }, "+k8s:conversion-gen=false")),
      position,
    }));
}

/**
 * Reports types without a peer, in both directions, and kinds whose peer is not an interface. Types
 * that the version lacks are searched only in the first peer package, because the other peer
 * packages contain types of other groups.
 */
function typesWithoutPeer(context: ConversionContext, target: ConversionTarget): Problem[] {
  const [hub] = target.peers;
  // If all peer packages are empty, the problem is already reported at their markers, so their
  // types are not reported.
  if (hub === undefined || target.peers.every(({ types }) => Object.keys(types).length === 0)) return [];
  const candidates = (where: Package): TypeDeclaration[] =>
    Object.values(where.types).filter((type) => convertible(type) && !optedOut(type));
  return [
    ...candidates(target.types)
      .filter(({ name }) => peerType(target, name) === undefined)
      .map((type) =>
        isKind(context, target, type) && !isListOfOther(context, target, type)
          ? kindWithoutPeer(context, target, hub, type)
          : typeWithoutPeer(context, type, target.peers),
      ),
    ...candidates(target.types).flatMap((type) => {
      const peer = peerType(target, type.name);
      return peer === undefined || peer.shape.kind === type.shape.kind || !isKind(context, target, type)
        ? []
        : [peerOfOtherShape(context, type, peer)];
    }),
    ...candidates(hub)
      .filter(({ name }) => target.types.types[name] === undefined)
      .map((type) => typeWithoutPeer(context, type, [target.types])),
  ];
}

/**
 * Reports whether a type is the list of a kind without a peer. Such a list has no peer either, so
 * only the kind is reported.
 */
function isListOfOther(context: ConversionContext, target: ConversionTarget, { name }: TypeDeclaration): boolean {
  const item = target.types.types[name.replace(/List$/, "")];
  return (
    item !== undefined &&
    item.name !== name &&
    peerType(target, item.name) === undefined &&
    isKind(context, target, item)
  );
}

function typeWithoutPeer(context: ConversionContext, type: TypeDeclaration, folders: readonly Package[]): Problem {
  return {
    ...conversionProblems.is("conversion/no-peer-type"),
    detail: true,
    needsAllTypes: true,
    message: `${context.types.label(type)} has no peer in ${folders.map(({ id }) => id).join(", ")}, so no conversion is generated for it`,
    position: type.position,
  };
}

function kindWithoutPeer(
  context: ConversionContext,
  target: ConversionTarget,
  hub: Package,
  type: TypeDeclaration,
): Problem {
  const names = Object.keys(hub.types).filter((name) => target.types.types[name] === undefined);
  const kinds = names.filter((name) => hub.types[name] !== undefined && hasTypeMeta(hub.types[name]));
  const meant = nearest(type.name, names) ?? (kinds.length === 1 ? kinds[0] : undefined);
  const add = `add the kind to ${hub.id}, or exclude it from conversion with +k8s:conversion-gen=false`;
  return noPeerKind(
    type,
    `${context.types.label(type)} is a kind without a peer in ${target.peers.map(({ id }) => id).join(", ")}, so no server can convert its objects`,
    meant === undefined
      ? add
      : `did you mean ${meant}? (a kind has the same name in the hub and in all versions)\nor ${add}`,
  );
}

function peerOfOtherShape({ types }: ConversionContext, type: TypeDeclaration, peer: TypeDeclaration): Problem {
  return noPeerKind(
    type,
    `${types.label(type)} is a kind, but its peer ${types.label(peer)} is not an interface, so no server can convert its objects`,
    `declare ${peer.name} in ${peer.package} as an interface, or exclude the kind from conversion with +k8s:conversion-gen=false`,
  );
}

function noPeerKind({ position }: TypeDeclaration, message: string, hint: string): Problem {
  return {
    ...conversionProblems.is("conversion/no-peer-kind"),
    needsAllTypes: true,
    message,
    ...remedyAs(hint, addMarker(position, "+k8s:conversion-gen=false")),
    position,
  };
}

/**
 * Reports whether the type is a kind that a scheme registers and that no hand-written function
 * converts.
 */
function isKind(context: ConversionContext, { types }: ConversionTarget, { id, shape }: TypeDeclaration): boolean {
  if (!hasTypeMeta({ shape }) || !groupName.has(types)) return false;
  return ![...context.functions.byPair.values()]
    .flat()
    .some(({ signature: { from } }) => from.kind === "ref" && from.to === id);
}
