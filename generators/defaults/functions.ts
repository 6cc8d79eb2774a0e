import { misnamedProblem, nearMiss } from "../../engine/model/functions/find-functions.js";
import type { FunctionRole } from "../../engine/model/functions/function-role.js";
import type { FunctionDeclaration, Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { names, parseFunctionName } from "../../engine/base/names.js";
import { typeById } from "../../engine/model/lookup.js";
import { typeString } from "../../engine/print/type.js";
import type { Problem } from "../../engine/base/problem.js";
import { defaulterGen } from "../markers/defaults.js";
import { defaultsProblems } from "../problem-codes/defaults.js";

/** Hand-written defaulting functions of one type. */
export interface Defaulters {
  /**
   * Function `SetObjectDefaults_T`; it replaces the generated function with this name. Absent if
   * none is hand-written.
   */
  readonly object?: FunctionDeclaration;
  /** Function `SetDefaults_T`; absent if none is hand-written. */
  readonly base?: FunctionDeclaration;
  /** Functions `SetDefaults_T_<Qualifier>`, in the order of their declaration. */
  readonly additional: readonly FunctionDeclaration[];
}

export interface FoundDefaulters {
  readonly found: readonly FoundDefaulter[];
  readonly problems: readonly Problem[];
}

/** A hand-written defaulting function, with its role and the type whose defaults it sets. */
export interface FoundDefaulter {
  readonly role: "object" | "base" | "additional";
  readonly type: TypeId;
  readonly fn: FunctionDeclaration;
}

/**
 * Returns the hand-written defaulting functions of a package, and the problems of functions whose
 * name or signature is almost correct.
 */
export function findDefaulters(universe: Universe, pkg: Package): FoundDefaulters {
  if (pkg.kind === "module") return { found: exportedDefaulters(pkg), problems: [] };
  const { functions } = pkg;
  const roles = (["SetDefaults", "SetObjectDefaults"] as const).map((kind) => roleOf(universe, pkg, kind));
  const found: FoundDefaulter[] = [];
  const problems: Problem[] = [];
  for (const fn of functions) {
    const kind = parseFunctionName(fn.name)?.kind;
    const role = roles.find((one) => one.kind === kind);
    if (role === undefined) {
      problems.push(...roles.flatMap((one) => nearMiss(one, functions, fn) ?? []));
      continue;
    }
    const defaulter = defaulterOf(universe, fn);
    const reason = misnamedProblem(universe, role, fn, functions);
    if (reason !== undefined && (defaulter !== undefined || !isPartOfAnother(universe, functions, fn)))
      problems.push(reason);
    else if (defaulter !== undefined) found.push(defaulter);
  }
  return { found, problems };
}

function roleOf(universe: Universe, { types }: Package, kind: "SetDefaults" | "SetObjectDefaults"): FunctionRole {
  const singular = kind.toLowerCase().slice(0, -1);
  return {
    is: (mistake) => defaultsProblems.is(`defaults/${mistake}`),
    noun: "defaulting function",
    kind,
    spellings: [`${singular}s`, singular],
    ...(kind === "SetDefaults" ? { hasQualifiers: true } : {}),
    types: new Map(Object.entries(types)),
    signatureOf: (type, name) => `export function ${name}(obj: ${typeString(universe, type)}): void`,
    match: (fn) => {
      const defaulter = defaulterOf(universe, fn);
      return defaulter === undefined ? undefined : typeById(universe, defaulter.type);
    },
  };
}

/**
 * Returns the defaulting functions of a published package. Only their names are known. For each
 * type T, the result contains `SetObjectDefaults_T`, or else `SetDefaults_T`, or nothing if the
 * package exports neither.
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

/**
 * Returns the role of a defaulting function and the type whose defaults it sets. Returns undefined
 * if the function does not have the name or the signature of a defaulting function.
 */
function defaulterOf(universe: Universe, fn: FunctionDeclaration): FoundDefaulter | undefined {
  const name = parseFunctionName(fn.name);
  const type = onlyParameter(universe, fn);
  if (type === undefined || !isVoid(fn)) return undefined;
  if (name?.kind === "SetObjectDefaults")
    return name.rest === type.name ? { role: "object", type: type.id, fn } : undefined;
  if (name?.kind !== "SetDefaults") return undefined;
  if (name.rest === type.name) return { role: "base", type: type.id, fn };
  return name.rest.startsWith(`${type.name}_`) ? { role: "additional", type: type.id, fn } : undefined;
}

/**
 * Reports whether a function's marker declares that it also sets the defaults of nested objects.
 */
export function isCovering(fn: FunctionDeclaration): boolean {
  return defaulterGen.read(fn).covers;
}

function onlyParameter(universe: Universe, { parameters }: FunctionDeclaration): TypeDeclaration | undefined {
  const [parameter] = parameters;
  return parameters.length === 1 && parameter?.type?.kind === "ref" ? typeById(universe, parameter.type.to) : undefined;
}

/**
 * Reports whether a function has the signature of a defaulting function and another function of the
 * package calls it. The name of such a function can refer to a part of the object, although its
 * parameter is the complete object.
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
