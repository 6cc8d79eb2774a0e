import type { FunctionDeclaration, Package, PackageId, TypeId } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/problem.js";
import type { Activation } from "./activation.js";
import { twoBases } from "./function-problems.js";
import type { Defaulters, FoundDefaulter } from "./functions.js";
import { findWork, type OwnDefaults, type Work } from "./work.js";

export interface PackageDefaults extends Activation {
  readonly pkg: Package;
  /** What people wrote in the folder. */
  readonly found: readonly FoundDefaulter[];
}

/**
 * What is known of types, seen from one folder: other folders' functions are found where their
 * types come from.
 */
export interface View {
  defaultersOf(type: TypeId): Defaulters;
  readonly work: Work;
}

/** What people wrote, by the type that it is for, in the order of the folders. */
export type FoundByType = ReadonlyMap<TypeId, readonly FoundIn[]>;

interface FoundIn extends FoundDefaulter {
  readonly folder: PackageDefaults;
}

export function indexFound(all: readonly PackageDefaults[]): FoundByType {
  const index = new Map<TypeId, FoundIn[]>();
  for (const folder of all) {
    for (const found of folder.found) index.set(found.type, [...(index.get(found.type) ?? []), { ...found, folder }]);
  }
  return index;
}

/** @param peers folders whose functions are for everyone. Adds to `problems`. */
export function createView(
  pkg: PackageId,
  index: FoundByType,
  peers: readonly PackageId[],
  ownDefaults: OwnDefaults,
  problems: Problem[],
): View {
  const known = new Map<TypeId, Defaulters>();
  const defaultersOf = (type: TypeId): Defaulters => {
    const found = index.get(type);
    if (found === undefined) return none;
    const before = known.get(type);
    if (before !== undefined) return before;
    const defaulters = collect(
      found.filter(({ folder }) => isSeen(folder, pkg, peers, type)),
      problems,
    );
    known.set(type, defaulters);
    return defaulters;
  };
  return { defaultersOf, work: findWork(ownDefaults, defaultersOf) };
}

const none: Defaulters = { additional: [] };

/**
 * The folder itself and its peers, that of the type, and those which say that their types are
 * there.
 */
function isSeen(folder: PackageDefaults, pkg: PackageId, peers: readonly PackageId[], type: TypeId): boolean {
  const origin = type.slice(0, type.indexOf("#"));
  return [pkg, ...peers, origin].includes(folder.pkg.id) || folder.input.id === origin;
}

function collect(found: readonly FoundDefaulter[], problems: Problem[]): Defaulters {
  let object: FunctionDeclaration | undefined;
  let base: FunctionDeclaration | undefined;
  const additional: FunctionDeclaration[] = [];
  for (const { role, fn } of found) {
    const other = role === "object" ? object : role === "base" ? base : additional.find(({ name }) => name === fn.name);
    if (other !== undefined) problems.push(twoBases(fn, other));
    else if (role === "object") object = fn;
    else if (role === "base") base = fn;
    else additional.push(fn);
  }
  return { ...(object === undefined ? {} : { object }), ...(base === undefined ? {} : { base }), additional };
}
