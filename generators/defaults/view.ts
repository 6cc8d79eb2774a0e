import { duplicateFunction } from "../../engine/model/functions/function-problems.js";
import type { FunctionDeclaration, Package, PackageId, TypeId } from "../../engine/model/universe.js";
import { groupBy } from "../../engine/util/group-by.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Activation } from "./activation.js";
import type { Defaulters, FoundDefaulter } from "./functions.js";
import { findWork, type OwnDefaults, type DefaultingWork } from "./work.js";
import { defaultsProblems } from "../problem-codes/defaults.js";

export interface PackageDefaults extends Activation {
  readonly pkg: Package;
  /** Hand-written defaulting functions of the package. */
  readonly found: readonly FoundDefaulter[];
}

/**
 * Defaulting functions that apply to the types in one package. A function of another package
 * applies if that package is a peer, declares the type, or names the type's package with
 * `+k8s:defaulter-gen-input`.
 */
export interface View {
  defaultersOf(type: TypeId): Defaulters;
  readonly work: DefaultingWork;
}

/** Hand-written functions by type. The functions of a type are in the order of the packages. */
export type FoundByType = ReadonlyMap<TypeId, readonly FoundIn[]>;

interface FoundIn extends FoundDefaulter {
  readonly folder: PackageDefaults;
}

export function indexFound(all: readonly PackageDefaults[]): FoundByType {
  const found = all.flatMap((folder) => folder.found.map((one): FoundIn => ({ ...one, folder })));
  return groupBy(found, ({ type }) => type);
}

/**
 * Returns the view of one package. The view appends its problems to `problems`.
 * @param peers packages whose functions apply to all packages
 */
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
 * Reports whether the functions of `folder` apply to a type in the view of a package. `folder` must
 * be the package itself, a peer, the package of the type, or a package whose
 * `+k8s:defaulter-gen-input` names the type's package.
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
    if (other !== undefined) problems.push(duplicate(fn, other));
    else if (role === "object") object = fn;
    else if (role === "base") base = fn;
    else additional.push(fn);
  }
  return { ...(object === undefined ? {} : { object }), ...(base === undefined ? {} : { base }), additional };
}

function duplicate(fn: FunctionDeclaration, other: FunctionDeclaration): Problem {
  const hint = `keep one of them; a second function for the type is ${fn.name}_<Qualifier>`;
  return duplicateFunction(defaultsProblems.is("defaults/duplicate-function"), fn, other, hint);
}
