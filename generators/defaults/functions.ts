import type { FunctionDeclaration, Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { names, parseFunctionName } from "../../engine/names.js";
import { findDeclaration } from "../../engine/print/type.js";
import type { Problem } from "../../engine/problem.js";
import { nearMiss, notADefaulter } from "./function-problems.js";

/** What people wrote for one type. */
export interface Defaulters {
  /** `SetObjectDefaults_T`: sets everything itself. */
  readonly object?: FunctionDeclaration;
  /** `SetDefaults_T`. */
  readonly base?: FunctionDeclaration;
  /** `SetDefaults_T_<Qualifier>`, in order of declaration. */
  readonly additional: readonly FunctionDeclaration[];
}

export interface FoundDefaulters {
  /** The defaulting functions of a folder with the type that each is for. */
  readonly found: readonly FoundDefaulter[];
  readonly problems: readonly Problem[];
}

export interface FoundDefaulter {
  readonly role: "object" | "base" | "additional";
  readonly type: TypeId;
  readonly fn: FunctionDeclaration;
}

/**
 * The defaulting functions that a person wrote in a folder, by name and signature. What nearly is
 * one is a problem.
 */
export function findDefaulters(universe: Universe, pkg: Package): FoundDefaulters {
  if (pkg.kind === "module") return { found: exportedDefaulters(pkg), problems: [] };
  const { functions, types } = pkg;
  const found: FoundDefaulter[] = [];
  const problems: Problem[] = [];
  for (const fn of functions) {
    const name = parseFunctionName(fn.name);
    if (name?.kind !== "SetDefaults" && name?.kind !== "SetObjectDefaults") {
      const miss = nearMiss(universe, types, fn);
      if (miss !== undefined) problems.push(miss);
      continue;
    }
    const defaulter = defaulterOf(universe, fn);
    const problem = notADefaulter(universe, types, fn, { kind: name.kind, rest: name.rest }, defaulter);
    if (problem !== undefined && (defaulter !== undefined || !isPartOfAnother(universe, functions, fn)))
      problems.push(problem);
    else if (defaulter !== undefined) found.push(defaulter);
  }
  return { found, problems };
}

/**
 * Of a published package the names are known: its function for all of a type, or else the one that
 * was written for it.
 */
function exportedDefaulters({ functions, types }: Package): FoundDefaulter[] {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  return Object.values(types).flatMap((type): FoundDefaulter[] => {
    const object = byName.get(names.setObjectDefaults(type.name));
    if (object !== undefined) return [{ role: "object", type: type.id, fn: object }];
    const base = byName.get(names.setDefaults(type.name));
    return base === undefined ? [] : [{ role: "base", type: type.id, fn: base }];
  });
}

/** What a function is, where name and signature agree. */
export function defaulterOf(universe: Universe, fn: FunctionDeclaration): FoundDefaulter | undefined {
  const name = parseFunctionName(fn.name);
  const type = onlyParameter(universe, fn);
  if (type === undefined || !isVoid(fn)) return undefined;
  if (name?.kind === "SetObjectDefaults")
    return name.rest === type.name ? { role: "object", type: type.id, fn } : undefined;
  if (name?.kind !== "SetDefaults") return undefined;
  if (name.rest === type.name) return { role: "base", type: type.id, fn };
  return name.rest.startsWith(`${type.name}_`) ? { role: "additional", type: type.id, fn } : undefined;
}

export function isCovering({ markers }: FunctionDeclaration): boolean {
  return markers.some(({ name, value }) => name === "k8s:defaulter-gen" && value === "covers");
}

function onlyParameter(universe: Universe, { parameters }: FunctionDeclaration): TypeDeclaration | undefined {
  const [parameter] = parameters;
  return parameters.length === 1 && parameter?.type?.kind === "ref"
    ? findDeclaration(universe, parameter.type.to)
    : undefined;
}

/**
 * Sets defaults of what the function that calls it was given: named after a part, it takes the
 * whole.
 */
function isPartOfAnother(universe: Universe, functions: Package["functions"], fn: FunctionDeclaration): boolean {
  return (
    onlyParameter(universe, fn) !== undefined &&
    isVoid(fn) &&
    functions.some((other) => other !== fn && other.uses.includes(fn.name))
  );
}

function isVoid({ returns, returnText }: FunctionDeclaration): boolean {
  return returns === undefined && (returnText === "" || returnText === "void");
}
