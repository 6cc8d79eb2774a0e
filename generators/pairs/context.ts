import type { PlanInput } from "../../engine/plan/generator.js";
import { oncePerRun } from "../../engine/plan/once-per-run.js";
import { groupBy } from "../../engine/util/group-by.js";
import type {
  FunctionDeclaration,
  Package,
  PackageId,
  Type,
  TypeDeclaration,
  TypeId,
  Universe,
} from "../../engine/model/universe.js";
import { declaredIn } from "../../engine/model/type-parts.js";
import type { Problem } from "../../engine/base/problem.js";
import { declaredFields, type DeclaredFields } from "./declared-fields.js";
import { directionsOf, type Direction } from "./directions.js";
import {
  innermostName,
  findConversionFunctions,
  indexFunctions,
  usedIn,
  type FunctionIndex,
} from "./discovery/functions.js";
import { findPreservation, type Preservation } from "./preservation.js";
import { asksForConversions, readTarget, type FoundTarget, type ConversionTarget } from "./target.js";
import { pairKey, typesOf, type Types } from "./types.js";

/** Data about all packages of a run, for the generators of conversions, round trips and kinds. */
export interface ConversionContext {
  readonly universe: Universe;
  readonly types: Types;
  /**
   * Targets of the generator `conversion`, sorted by package id. Each package with a
   * `+k8s:conversion-gen` marker is a target, unless its external types are in a package that does
   * not exist.
   */
  readonly targets: readonly ConversionTarget[];
  /** Problems of the package markers of all targets whose files this run writes. */
  readonly problems: readonly Problem[];
  /** Conversion directions of each target, in the order of the functions in the target's file. */
  readonly directions: ReadonlyMap<ConversionTarget, readonly Direction[]>;
  /**
   * Returns the hand-written function for a pair of types; undefined if none exists. Searches the
   * packages of the target, then the output packages of other targets that convert the pair, then
   * the packages of the two types.
   */
  handWritten(target: ConversionTarget, from: Type, to: Type): FunctionDeclaration | undefined;
  /**
   * Returns the generated conversion of a pair of types; undefined if no target converts the pair.
   * The conversion of the given target has precedence over conversions of other targets.
   */
  generated(target: ConversionTarget, from: TypeDeclaration, to: TypeDeclaration): Direction | undefined;
  /**
   * Returns all generated conversions of a pair of types, one for each target that converts the
   * pair.
   */
  between(from: Type, to: Type): readonly Direction[];
  /** Hand-written functions that generated code can call. */
  readonly functions: FunctionIndex;
  /** Names of conversion functions that the bodies of hand-written functions use. */
  readonly used: ReadonlySet<string>;
  /** Fields that hand-written functions mark with `keeps=` or `loses=`. */
  readonly declared: DeclaredFields;
  /**
   * Kinds with the marker `+k8s:conversion-gen:preserve`. Their objects store the hub's additional
   * fields in an annotation.
   */
  readonly preservation: Preservation;
  /** True if the generator `register` also runs and reports the problems of kinds. */
  readonly registers: boolean;
  /** Returns the path of a package's conversion file. */
  path(packageId: PackageId): string;
}

export type ContextInput = Pick<PlanInput, "universe" | "packages" | "memo" | "selected">;

type SharedContext = Omit<ConversionContext, "path">;

export function conversionContext(input: ContextInput, path: ConversionContext["path"]): ConversionContext {
  return { ...sharedContext(input), path };
}

const sharedContext = oncePerRun(({ universe, packages, memo, selected }: ContextInput): SharedContext => {
  const types = typesOf(universe);
  const found = packages
    .filter(asksForConversions)
    .map((output) => memo("target", output.id, undefined, () => findTarget(types, universe, output)));
  const functions = indexFunctions(
    Object.values(universe.packages).flatMap((where) =>
      memo("functions", where.id, undefined, () => findConversionFunctions(types, where)),
    ),
  );
  return { ...buildContext(universe, types, found, functions), registers: selected.has("register") };
});

interface TargetWithDirections extends FoundTarget {
  readonly directions: readonly Direction[];
  /** Directions by the id of their input type. */
  readonly byInput: ReadonlyMap<TypeId, Direction>;
}

function findTarget(types: Types, universe: Universe, output: Package): TargetWithDirections {
  const { target, problems } = readTarget(universe, output);
  const directions = target === undefined ? [] : directionsOf(types, target);
  return {
    ...(target === undefined ? {} : { target }),
    problems: output.target ? problems : [],
    directions,
    byInput: new Map(directions.map((direction) => [direction.from.id, direction])),
  };
}

function buildContext(
  universe: Universe,
  types: Types,
  found: readonly TargetWithDirections[],
  functions: FunctionIndex,
): Omit<SharedContext, "registers"> {
  const byTarget = new Map(found.flatMap((all) => (all.target === undefined ? [] : [[all.target, all] as const])));
  const targets = [...byTarget.keys()];
  /** Targets by package. Each target is listed for every package whose types it converts. */
  const converting = groupBy(
    targets.flatMap((target) => [target.types, ...target.peers].map(({ id }) => ({ id, target }))),
    ({ id }) => id,
  );
  const own = (target: ConversionTarget, from: TypeDeclaration, to: TypeDeclaration): Direction | undefined => {
    const direction = byTarget.get(target)?.byInput.get(from.id);
    return direction?.to.id === to.id ? direction : undefined;
  };
  const all = (from: TypeDeclaration, to: TypeDeclaration): readonly Direction[] =>
    (converting.get(from.package) ?? []).flatMap(({ target }) => own(target, from, to) ?? []);
  const generated: ConversionContext["generated"] = (target, from, to) => own(target, from, to) ?? all(from, to)[0];
  const between: ConversionContext["between"] = (from, to) =>
    from.kind === "ref" && to.kind === "ref" ? all(types.declaration(from.to), types.declaration(to.to)) : [];
  const handWritten: ConversionContext["handWritten"] = (target, from, to) => {
    if (!functions.innermostNames.has(innermostName(from))) return undefined;
    const all = functions.byPair.get(pairKey(from, to));
    if (all === undefined) return undefined;
    const folders = [
      target.output.id,
      target.types.id,
      ...target.peers.map(({ id }) => id),
      ...between(from, to).map((direction) => direction.target.output.id),
      ...[from, to].flatMap((type) => declaredIn(type) ?? []).map((id) => types.declaration(id).package),
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
    targets,
    problems: found.flatMap(({ problems }) => problems),
    directions: new Map([...byTarget].map(([target, { directions }]) => [target, directions])),
    functions,
    used: new Set(Object.values(universe.packages).flatMap(usedIn)),
    declared: declaredFields(types, [...functions.byPair.values()].flat()),
    preservation: findPreservation(types, targets),
    handWritten,
    between,
    generated,
  };
}
