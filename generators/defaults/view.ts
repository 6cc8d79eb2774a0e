import type { FunctionDeclaration, Package, PackageId, TypeId, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import type { Activation } from "./activation.js";
import { twoBases } from "./function-problems.js";
import type { Defaulters, FoundDefaulter } from "./functions.js";
import { findWork, type Work } from "./work.js";

export interface PackageDefaults extends Activation {
  readonly home: Package;
  /** What people wrote in the folder. */
  readonly found: readonly FoundDefaulter[];
}

/** What is known of types, seen from one folder: other folders' functions are found where their types come from. */
export interface View {
  defaultersOf(type: TypeId): Defaulters;
  readonly work: Work;
}

/** @param peers folders whose functions are for everyone. Adds to `problems`. */
export function createView(
  universe: Universe,
  home: PackageId,
  all: readonly PackageDefaults[],
  peers: readonly PackageId[],
  problems: Problem[],
): View {
  const memo = new Map<TypeId, Defaulters>();
  const defaultersOf = (type: TypeId): Defaulters => {
    let known = memo.get(type);
    if (known === undefined) {
      known = collect(foldersFor([home, ...peers], type, all), type, problems);
      memo.set(type, known);
    }
    return known;
  };
  return { defaultersOf, work: findWork(universe, defaultersOf) };
}

/** The folder itself and its peers, that of the type, and those which say that their types are there. */
function foldersFor(peers: readonly PackageId[], type: TypeId, all: readonly PackageDefaults[]): readonly PackageDefaults[] {
  const origin = type.slice(0, type.indexOf("#"));
  return all.filter((candidate) => peers.includes(candidate.home.id) || candidate.home.id === origin || candidate.input.id === origin);
}

function collect(folders: readonly PackageDefaults[], type: TypeId, problems: Problem[]): Defaulters {
  let object: FunctionDeclaration | undefined;
  let base: FunctionDeclaration | undefined;
  const additional: FunctionDeclaration[] = [];
  for (const { role, type: of, fn } of folders.flatMap(({ found }) => found)) {
    if (of !== type) continue;
    const other = role === "object" ? object : role === "base" ? base : additional.find(({ name }) => name === fn.name);
    if (other !== undefined) problems.push(twoBases(fn, other));
    else if (role === "object") object = fn;
    else if (role === "base") base = fn;
    else additional.push(fn);
  }
  return { ...(object === undefined ? {} : { object }), ...(base === undefined ? {} : { base }), additional };
}
