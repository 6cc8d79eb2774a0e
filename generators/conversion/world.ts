import type { PlanInput } from "../../engine/generator.js";
import type { FunctionDeclaration, Package, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { declaredFields } from "./declared-fields.js";
import type { DeclaredFields } from "./declared-fields.js";
import { directionsOf, indexDirections } from "./directions.js";
import type { Direction } from "./directions.js";
import { coreOf, findFunctions, indexFunctions, usedIn } from "./functions.js";
import type { FunctionIndex } from "./functions.js";
import { findPreservation } from "./preservation.js";
import type { Preservation } from "./preservation.js";
import { asksForConversions, readSetup } from "./setups.js";
import type { FoundSetup, Setup } from "./setups.js";
import { pairKey, typesOf } from "./types.js";
import type { Types } from "./types.js";

/** What is known of all folders together. */
export interface World {
  readonly universe: Universe;
  readonly types: Types;
  /** In the order of their output folders. */
  readonly setups: readonly Setup[];
  /** What is wrong with the setups of folders that are written. */
  readonly problems: readonly Problem[];
  /** Each setup's in the order in which it is printed. */
  readonly directions: ReadonlyMap<Setup, readonly Direction[]>;
  /** The person's function for a pair of types, as this setup's folder sees it. */
  handWritten(setup: Setup, from: Type, to: Type): FunctionDeclaration | undefined;
  /** The conversion of a pair that this or another folder generates. */
  generated(setup: Setup, from: TypeDeclaration, to: TypeDeclaration): Direction | undefined;
  /** All that generate it. */
  between(from: Type, to: Type): readonly Direction[];
  /** Every callable hand-written function. */
  readonly functions: FunctionIndex;
  /** The conversions' names that the bodies of functions refer to. */
  readonly used: ReadonlySet<string>;
  /** What persons say of fields that generated code leaves out. */
  readonly declared: DeclaredFields;
  /** Which kinds keep in an annotation what their version has no field for. */
  readonly preservation: Preservation;
  /** The conversion file of a folder. For generators that write none of them it is the folder. */
  path(packageId: PackageId): string;
}

/** By universe: several generators ask for it. */
const worlds = new WeakMap<Universe, World>();

export function worldOf({ universe, packages, part }: Pick<PlanInput, "universe" | "packages" | "part">): World {
  const known = worlds.get(universe);
  if (known !== undefined) return known;
  const types = typesOf(universe);
  const found = packages.filter(asksForConversions).map((output) => part("setup", output.id, undefined, () => findSetup(types, universe, output)));
  const functions = indexFunctions(Object.values(universe.packages).flatMap((where) => part("functions", where.id, undefined, () => findFunctions(types, where))));
  const world = buildWorld(universe, types, found, functions);
  worlds.set(universe, world);
  return world;
}

interface SetupWithDirections extends FoundSetup {
  readonly directions: readonly Direction[];
}

function findSetup(types: Types, universe: Universe, output: Package): SetupWithDirections {
  const { setup, problems } = readSetup(universe, output);
  const told = output.target ? problems : [];
  return setup === undefined ? { problems: told, directions: [] } : { setup, problems: told, directions: directionsOf(types, setup) };
}

function buildWorld(universe: Universe, types: Types, found: readonly SetupWithDirections[], functions: FunctionIndex): World {
  const directions = new Map(found.flatMap(({ setup, directions: own }) => (setup === undefined ? [] : [[setup, own] as const])));
  const setups = [...directions.keys()];
  const byPair = indexDirections([...directions.values()].flat());
  const handWritten: World["handWritten"] = (setup, from, to) => {
    if (!functions.cores.has(coreOf(from))) return undefined;
    const all = functions.byPair.get(pairKey(from, to));
    if (all === undefined) return undefined;
    const folders = [
      setup.output.id,
      setup.types.id,
      ...setup.peers.map(({ id }) => id),
      ...between(from, to).map((direction) => direction.setup.output.id),
      ...[...declarationsIn(types, from), ...declarationsIn(types, to)].map((declaration) => declaration.package),
    ];
    for (const folder of folders) {
      const match = all.find((candidate) => candidate.function.package === folder);
      if (match !== undefined) return match.function;
    }
    return undefined;
  };
  const between: World["between"] = (from, to) => (from.kind === "ref" && to.kind === "ref" ? (byPair.get(from.to)?.get(to.to) ?? []) : []);
  const generated: World["generated"] = (setup, from, to) => {
    const all = byPair.get(from.id)?.get(to.id);
    return all?.find((direction) => direction.setup === setup) ?? all?.[0];
  };
  return {
    universe,
    types,
    setups,
    problems: found.flatMap(({ problems }) => problems),
    directions,
    functions,
    used: new Set(Object.values(universe.packages).flatMap(usedIn)),
    declared: declaredFields(types, [...functions.byPair.values()].flat()),
    preservation: findPreservation(types, setups),
    handWritten,
    between,
    generated,
    path: (id) => id,
  };
}

/** The declared types that stand in a type. */
function declarationsIn(types: Types, type: Type): TypeDeclaration[] {
  switch (type.kind) {
    case "ref":
      return [types.declaration(type.to)];
    case "embedded":
      return [types.declaration(type.of)];
    case "list":
      return declarationsIn(types, type.element);
    case "map":
      return declarationsIn(types, type.value);
    default:
      return [];
  }
}
