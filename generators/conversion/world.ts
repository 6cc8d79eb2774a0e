import type { FunctionDeclaration, Package, PackageId, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { SymbolRef } from "../../engine/print/symbol.js";
import { compareText } from "../../engine/problem.js";
import { declaredFields } from "./declared-fields.js";
import type { DeclaredFields } from "./declared-fields.js";
import { indexFunctions } from "./functions.js";
import type { HandWritten } from "./functions.js";
import { pairNames } from "./function-names.js";
import type { PairNames } from "./function-names.js";
import { optedOut } from "./markers.js";
import { findPreservation } from "./preservation.js";
import type { Preservation } from "./preservation.js";
import type { Setup } from "./setups.js";
import { pairKey, reference, typeKey } from "./types.js";
import type { Types } from "./types.js";

/** One direction between two types of the same name: what an autoConvert function does. */
export interface Direction {
  readonly setup: Setup;
  readonly from: TypeDeclaration;
  readonly to: TypeDeclaration;
  /** Whether it goes from the version to its peer. */
  readonly outward: boolean;
  readonly convert: string;
  readonly autoConvert: string;
}

/** What is known of all folders together. */
export interface World {
  readonly universe: Universe;
  readonly types: Types;
  /** In the order of their output folders; each setup's in the order in which it is printed. */
  readonly directions: ReadonlyMap<Setup, readonly Direction[]>;
  /** The person's function for a pair of types, as this setup's folder sees it. */
  handWritten(setup: Setup, from: Type, to: Type): FunctionDeclaration | undefined;
  /** The conversion of a pair that this or another folder generates. */
  generated(setup: Setup, from: TypeDeclaration, to: TypeDeclaration): Direction | undefined;
  /** How the setup's file refers to a person's function: through the file that passes it on, where another folder's does. */
  refer(setup: Setup, fn: FunctionDeclaration, from: Type, to: Type): SymbolRef;
  /** Every callable hand-written function, by its pair. */
  readonly functions: ReadonlyMap<string, readonly HandWritten[]>;
  /** What persons say of fields that generated code leaves out. */
  readonly declared: DeclaredFields;
  /** Which kinds keep in an annotation what their version has no field for. */
  readonly preservation: Preservation;
  /** The conversion file of a folder. */
  path(packageId: PackageId): string;
}

export function buildWorld(universe: Universe, types: Types, setups: readonly Setup[], path: World["path"]): World {
  const functions = indexFunctions(universe, types);
  const directions = new Map(setups.map((setup) => [setup, directionsOf(types, setup)]));
  const byPair = new Map<string, Direction[]>();
  for (const direction of [...directions.values()].flat()) {
    const key = `${direction.from.id} => ${direction.to.id}`;
    byPair.set(key, [...(byPair.get(key) ?? []), direction]);
  }
  const generated: World["generated"] = (setup, from, to) => {
    const found = byPair.get(`${from.id} => ${to.id}`) ?? [];
    return found.find((direction) => direction.setup === setup) ?? found[0];
  };
  const inputs = new Set([...functions.values()].flat().map(({ signature }) => typeKey(signature.from)));
  const handWritten: World["handWritten"] = (setup, from, to) => {
    // Asked of every field, and nearly always in vain.
    if (!inputs.has(typeKey(from))) return undefined;
    const found = functions.get(pairKey(from, to));
    if (found === undefined) return undefined;
    const covering = byPair.get(`${typeKey(from)} => ${typeKey(to)}`) ?? [];
    const folders = [
      setup.output.id,
      setup.types.id,
      ...setup.peers.map(({ id }) => id),
      ...covering.map((direction) => direction.setup.output.id),
      ...[...declarationsIn(types, from), ...declarationsIn(types, to)].map((declaration) => declaration.package),
    ];
    for (const folder of folders) {
      const match = found.find((candidate) => candidate.function.package === folder);
      if (match !== undefined) return match.function;
    }
    return undefined;
  };
  const refer: World["refer"] = (setup, fn, from, to) => {
    const covering = byPair.get(`${typeKey(from)} => ${typeKey(to)}`)?.[0];
    if (covering !== undefined && covering.setup !== setup && fn.package !== setup.output.id) {
      return { symbol: fn.name, from: path(covering.setup.output.id) };
    }
    return universe.packages[fn.package]?.kind === "module"
      ? { symbol: fn.name, from: fn.file, module: true }
      : { symbol: fn.name, from: fn.file };
  };
  return { universe, types, directions, functions, declared: declaredFields(types, functions), preservation: findPreservation(types, setups), handWritten, generated, refer, path };
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

/** Pairs by type name: interfaces with interfaces, unions with unions, in the first peer that has the name. */
function directionsOf(types: Types, setup: Setup): Direction[] {
  return Object.keys(setup.types.types)
    .sort(compareText)
    .flatMap((name): Direction[] => {
      const version = setup.types.types[name];
      const hub = peerOf(setup, name);
      if (version === undefined || hub === undefined || !convertible(version) || !convertible(hub)) return [];
      if (version.shape.kind !== hub.shape.kind || optedOut(version) || optedOut(hub)) return [];
      return [direction(types, setup, version, hub, true), direction(types, setup, hub, version, false)];
    });
}

/** By the types' declarations, which never change: several generators ask, and under `--watch` several runs. */
const known = new WeakMap<TypeDeclaration, WeakMap<TypeDeclaration, PairNames>>();

function direction(types: Types, setup: Setup, from: TypeDeclaration, to: TypeDeclaration, outward: boolean): Direction {
  const opposite = known.get(from) ?? new WeakMap<TypeDeclaration, PairNames>();
  const names = opposite.get(to) ?? pairNames(types, reference(from), reference(to));
  if (names !== undefined) known.set(from, opposite.set(to, names));
  if (names === undefined) throw new Error(`no name for the conversion of ${from.id} to ${to.id}`);
  return { setup, from, to, outward, ...names };
}

/** The type of a name in the first peer folder that has one. */
export function peerOf(setup: Setup, name: string): TypeDeclaration | undefined {
  return setup.peers.map((peer: Package) => peer.types[name]).find((type) => type !== undefined);
}

/** Whether conversion functions are generated for such a type. */
export function convertible({ exported, shape }: TypeDeclaration): boolean {
  return exported && (shape.kind === "object" || shape.kind === "union");
}
