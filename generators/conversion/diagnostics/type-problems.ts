import { addMarker, remedy, remedyAs, replaceMarker } from "../../../engine/fix/fix.js";
import type { Package, TypeDeclaration } from "../../../engine/model/universe.js";
import { nearest } from "../../../engine/nearest.js";
import type { Problem } from "../../../engine/problem.js";
import { checkRenames } from "../plan/links.js";
import { optedOut } from "../markers.js";
import type { Setup } from "../target.js";
import { convertible, peerOf, type Direction } from "../directions.js";
import type { World } from "../context.js";

/**
 * What is wrong with a folder's types before any field is converted: their markers, and types that
 * only one side has.
 */
export function typeProblems(world: World, setup: Setup, directions: readonly Direction[]): Problem[] {
  const outward = directions.filter((direction) => direction.outward);
  return [
    ...outward.flatMap(({ from, to }) => checkRenames(world.types, from, to)),
    ...Object.values(setup.types.types).flatMap(wrongValues),
    ...alone(world, setup),
  ];
}

function wrongValues(type: TypeDeclaration): Problem[] {
  const fields = type.shape.kind === "object" ? type.shape.fields : [];
  return [type, ...fields]
    .flatMap(({ markers }) => markers)
    .filter(({ name, value }) => name === "k8s:conversion-gen" && value !== "false" && value !== "true")
    .map(({ value, position }) => ({
      code: "conversion/opt-out-value",
      severity: "error" as const,
      message: `+k8s:conversion-gen=${value ?? ""} is not a value for a type or field`,
      ...remedy(replaceMarker({ position }, "+k8s:conversion-gen=false")),
      position,
    }));
}

/** Peers beyond the first hold types of other groups, which this version need not have. */
function alone(world: World, setup: Setup): Problem[] {
  const [hub] = setup.peers;
  // That all peers are empty is a problem of its own.
  if (hub === undefined || setup.peers.every(({ types }) => Object.keys(types).length === 0)) return [];
  const only = (type: TypeDeclaration, folders: readonly Package[]): Problem => ({
    code: "conversion/no-peer-type",
    severity: "info",
    detail: true,
    needsAllTypes: true,
    message: `${world.types.label(type)} has no peer in ${folders.map(({ id }) => id).join(", ")}: nothing is generated for it`,
    position: type.position,
  });
  const missing = ({ types }: Package, other: Package): string[] =>
    Object.keys(types).filter((name) => other.types[name] === undefined);
  const kind = (type: TypeDeclaration): Problem => {
    const names = missing(hub, setup.types);
    const kinds = names.filter((name) => hub.types[name] !== undefined && hasTypeMeta(hub.types[name]));
    const meant = nearest(type.name, names) ?? (kinds.length === 1 ? kinds[0] : undefined);
    const add = `Add it to ${hub.id}, or leave it out with +k8s:conversion-gen=false on the type.`;
    return {
      code: "conversion/no-peer-kind",
      severity: "error",
      needsAllTypes: true,
      message: `${world.types.label(type)} is a kind and has no peer in ${setup.peers.map(({ id }) => id).join(", ")}: its objects can't be converted, so that no server can serve it`,
      ...remedyAs(
        meant === undefined ? add : `Did you mean ${meant}? A kind has one name in all versions and the hub.\n${add}`,
        addMarker(type.position, "+k8s:conversion-gen=false"),
      ),
      position: type.position,
    };
  };
  const mismatch = (type: TypeDeclaration, peer: TypeDeclaration): Problem => ({
    code: "conversion/no-peer-kind",
    severity: "error",
    needsAllTypes: true,
    message: `${world.types.label(type)} is a kind, but its peer ${world.types.label(peer)} is not an interface: its objects can't be converted, so that no server can serve it`,
    ...remedyAs(
      `Declare ${peer.name} in ${peer.package} as an interface, or leave it out with +k8s:conversion-gen=false on the type.`,
      addMarker(type.position, "+k8s:conversion-gen=false"),
    ),
    position: type.position,
  });
  // The list of a kind without a peer has none either: that is one problem.
  const isListOfOther = ({ name }: TypeDeclaration): boolean => {
    const item = setup.types.types[name.replace(/List$/, "")];
    return (
      item !== undefined && item.name !== name && peerOf(setup, item.name) === undefined && isKind(world, setup, item)
    );
  };
  const candidates = (where: Package): TypeDeclaration[] =>
    Object.values(where.types).filter((type) => convertible(type) && !optedOut(type));
  return [
    ...candidates(setup.types)
      .filter(({ name }) => peerOf(setup, name) === undefined)
      .map((type) => (isKind(world, setup, type) && !isListOfOther(type) ? kind(type) : only(type, setup.peers))),
    ...candidates(setup.types).flatMap((type) => {
      const peer = peerOf(setup, type.name);
      return peer === undefined || peer.shape.kind === type.shape.kind || !isKind(world, setup, type)
        ? []
        : [mismatch(type, peer)];
    }),
    ...candidates(hub)
      .filter(({ name }) => setup.types.types[name] === undefined)
      .map((type) => only(type, [setup.types])),
  ];
}

function hasTypeMeta({ shape }: Pick<TypeDeclaration, "shape">): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}

/** Whether a scheme knows objects of the type, and no person converts them. */
function isKind(world: World, { types }: Setup, { id, shape }: TypeDeclaration): boolean {
  if (!hasTypeMeta({ shape }) || !types.markers.some(({ name }) => name === "groupName")) return false;
  return ![...world.functions.byPair.values()]
    .flat()
    .some(({ signature: { from } }) => from.kind === "ref" && from.to === id);
}
