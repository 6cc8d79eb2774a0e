import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { checkRenames } from "./links.js";
import { optedOut } from "./markers.js";
import type { Setup } from "./setups.js";
import { convertible, peerOf } from "./world.js";
import type { Direction, World } from "./world.js";

/** What is wrong with a folder's types before any field is converted: their markers, and types that only one side has. */
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
      hint: "+k8s:conversion-gen=false",
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
    message: `${world.types.label(type)} has no peer in ${folders.map(({ id }) => id).join(", ")}: nothing is generated for it`,
    position: type.position,
  });
  const candidates = (where: Package): TypeDeclaration[] => Object.values(where.types).filter((type) => convertible(type) && !optedOut(type));
  return [
    ...candidates(setup.types).filter(({ name }) => peerOf(setup, name) === undefined).map((type) => only(type, setup.peers)),
    ...candidates(hub).filter(({ name }) => setup.types.types[name] === undefined).map((type) => only(type, [setup.types])),
  ];
}
