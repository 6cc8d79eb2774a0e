import type { PlanInput } from "../../engine/generator.js";
import type {
  FunctionDeclaration,
  Package,
  PackageId,
  Type,
  TypeDeclaration,
  TypeId,
  Universe,
} from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import { declaredFields, type DeclaredFields } from "./diagnostics/declared-fields.js";
import { directionsOf, type Direction } from "./directions.js";
import { append, coreOf, findFunctions, indexFunctions, usedIn, type FunctionIndex } from "./discovery/functions.js";
import { findPreservation, type Preservation } from "./plan/preservation.js";
import { asksForConversions, readSetup, type FoundSetup, type Setup } from "./target.js";
import { pairKey, typesOf, type Types } from "./types.js";

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
  /** Whether the register generator runs, which checks what makes a type a kind. */
  readonly registers: boolean;
  /** The conversion file of a folder. For generators that write none of them it is the folder. */
  path(packageId: PackageId): string;
}

export type WorldInput = Pick<PlanInput, "universe" | "packages" | "memo" | "selected">;

/** By the packages of a run: several generators ask for it. */
const worlds = new WeakMap<readonly Package[], World>();

export function worldOf({ universe, packages, memo, selected }: WorldInput): World {
  const known = worlds.get(packages);
  if (known !== undefined) return known;
  const types = typesOf(universe);
  const found = packages
    .filter(asksForConversions)
    .map((output) => memo("setup", output.id, undefined, () => findSetup(types, universe, output)));
  const functions = indexFunctions(
    Object.values(universe.packages).flatMap((where) =>
      memo("functions", where.id, undefined, () => findFunctions(types, where)),
    ),
  );
  const world: World = { ...buildWorld(universe, types, found, functions), registers: selected.has("register") };
  worlds.set(packages, world);
  return world;
}

interface SetupWithDirections extends FoundSetup {
  readonly directions: readonly Direction[];
  /** A type of the folder goes to its peer, and one of a peer to the folder's. */
  readonly byInput: ReadonlyMap<TypeId, Direction>;
}

function findSetup(types: Types, universe: Universe, output: Package): SetupWithDirections {
  const { setup, problems } = readSetup(universe, output);
  const directions = setup === undefined ? [] : directionsOf(types, setup);
  return {
    ...(setup === undefined ? {} : { setup }),
    problems: output.target ? problems : [],
    directions,
    byInput: new Map(directions.map((direction) => [direction.from.id, direction])),
  };
}

function buildWorld(
  universe: Universe,
  types: Types,
  found: readonly SetupWithDirections[],
  functions: FunctionIndex,
): Omit<World, "registers"> {
  const bySetup = new Map(found.flatMap((all) => (all.setup === undefined ? [] : [[all.setup, all] as const])));
  const setups = [...bySetup.keys()];
  /** The setups that convert types of a folder, to whichever side. */
  const converting = new Map<PackageId, Setup[]>();
  for (const setup of setups) for (const { id } of [setup.types, ...setup.peers]) append(converting, id, setup);
  const own = (setup: Setup, from: TypeDeclaration, to: TypeDeclaration): Direction | undefined => {
    const direction = bySetup.get(setup)?.byInput.get(from.id);
    return direction?.to.id === to.id ? direction : undefined;
  };
  const all = (from: TypeDeclaration, to: TypeDeclaration): readonly Direction[] =>
    (converting.get(from.package) ?? []).flatMap((setup) => own(setup, from, to) ?? []);
  const generated: World["generated"] = (setup, from, to) => own(setup, from, to) ?? all(from, to)[0];
  const between: World["between"] = (from, to) =>
    from.kind === "ref" && to.kind === "ref" ? all(types.declaration(from.to), types.declaration(to.to)) : [];
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
  return {
    universe,
    types,
    setups,
    problems: found.flatMap(({ problems }) => problems),
    directions: new Map([...bySetup].map(([setup, { directions }]) => [setup, directions])),
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
