import { remedy, replaceSignature } from "../../base/fix.js";
import type { FunctionDeclaration, TypeDeclaration, TypeId, Universe } from "../universe.js";
import { parseFunctionName } from "../../base/names.js";
import { typeById } from "../../model/lookup.js";
import type { Problem } from "../../base/problem.js";
import { nearest } from "../../util/nearest.js";
import { duplicateFunction, notADeclaration, notExported, wrongSignature } from "./function-problems.js";
import { nameFor, type FunctionRole } from "./function-role.js";

export interface FoundFunctions {
  /** Functions by the id of the type to which they belong. */
  readonly functions: ReadonlyMap<TypeId, FunctionDeclaration>;
  readonly problems: readonly Problem[];
}

/**
 * Finds the functions of a package that have a role, such as copy functions. Reports functions that
 * nearly have the role, for example because their names are misspelt.
 */
export function findRoleFunctions(
  universe: Universe,
  role: FunctionRole,
  functions: readonly FunctionDeclaration[],
): FoundFunctions {
  const found = new Map<TypeId, FunctionDeclaration>();
  const problems: Problem[] = [];
  for (const fn of functions) {
    const problem = isNamedFor(role, fn)
      ? misnamedProblem(universe, role, fn, functions)
      : nearMiss(role, functions, fn);
    if (problem !== undefined) problems.push(problem);
    const type = problem === undefined && isNamedFor(role, fn) ? role.match(fn) : undefined;
    if (type === undefined) continue;
    const other = found.get(type.id);
    if (other === undefined) found.set(type.id, fn);
    else problems.push(duplicateFunction(role.is("duplicate-function"), fn, other));
  }
  return { functions: found, problems };
}

/**
 * Reports whether a function's name has the prefix of a role, such as `DeepCopy_` in
 * `DeepCopy_Pizza`.
 */
export function isNamedFor({ kind }: FunctionRole, { name }: FunctionDeclaration): boolean {
  return parseFunctionName(name)?.kind === kind;
}

/**
 * Returns a problem for a function whose name matches a role, but which generated code cannot call,
 * for example because it is not exported. Returns undefined if generated code can call it.
 */
export function misnamedProblem(
  universe: Universe,
  role: FunctionRole,
  fn: FunctionDeclaration,
  functions: readonly FunctionDeclaration[],
): Problem | undefined {
  const match = role.match(fn);
  const meant = match ?? meantType(universe, role, fn);
  if (meant === undefined) return unknownType(universe, role, fn, functions);
  const signature = role.signatureOf(meant, fn.name);
  if (fn.form === "constant") return notADeclaration(role.is("not-a-declaration"), fn, signature);
  if (!fn.exported) return notExported(role.is("not-exported"), fn, remedy(replaceSignature(fn.position, signature)));
  return match === undefined ? wrongSignature(role.is("wrong-signature"), fn, signature) : undefined;
}

/**
 * Reports an exported function whose name is similar to the names of a role, such as
 * `deepCopyPizza` or `DeepCopy_pizza` instead of `DeepCopy_Pizza`. Generated code does not call
 * such a function.
 */
export function nearMiss(
  role: FunctionRole,
  functions: readonly FunctionDeclaration[],
  fn: FunctionDeclaration,
): Problem | undefined {
  const written = plain(fn.name);
  if (!fn.exported || !role.spellings.some((spelling) => written.startsWith(spelling))) return undefined;
  const fitting = [...role.types.values()].filter(({ name }) =>
    role.spellings.some((spelling) => written === spelling + plain(name)),
  );
  // Without its underscore, the name `setDefaults_UB` would match the type `UB` with the prefix
  // `setDefaults`, and also the type `Sub` with the prefix `setDefault`. The underscore shows that
  // the function belongs to `UB`.
  const isNamed = ({ name }: TypeDeclaration): boolean => fn.name.toLowerCase().endsWith(`_${name.toLowerCase()}`);
  const type = fitting.find(isNamed) ?? fitting[0];
  if (type === undefined) return undefined;
  const name = nameFor(role, type);
  const other = functions.find((one) => one.name === name);
  return {
    ...role.is("near-miss"),
    message: `${fn.name} is not called by generated code: the ${role.noun} of ${type.name} must have the name ${name}`,
    ...(other === undefined
      ? remedy(replaceSignature(fn.position, role.signatureOf(type, name)))
      : { hint: `remove the function: ${other.name} already exists in ${other.file}` }),
    position: fn.position,
  };
}

/**
 * Returns the type that a function's name contains: `Pizza` for `DeepCopy_Pizza`. If the names of
 * several types match, prefers the type of the first parameter, then the longest name.
 */
function meantType(universe: Universe, role: FunctionRole, fn: FunctionDeclaration): TypeDeclaration | undefined {
  const rest = restOf(fn);
  const fits = ({ name }: TypeDeclaration): boolean =>
    rest === name || (role.hasQualifiers === true && rest.startsWith(`${name}_`));
  const given = parameterType(universe, fn);
  if (given !== undefined && fits(given)) return given;
  return [...role.types.values()].filter(fits).sort((a, b) => b.name.length - a.name.length)[0];
}

function unknownType(
  universe: Universe,
  role: FunctionRole,
  fn: FunctionDeclaration,
  functions: readonly FunctionDeclaration[],
): Problem {
  const rest = restOf(fn);
  const near = role.types.get(nearest(rest, role.types.keys()) ?? "") ?? parameterType(universe, fn);
  const other = near === undefined ? undefined : functions.find(({ name }) => name === nameFor(role, near));
  const right = near === undefined || other !== undefined ? undefined : role.signatureOf(near, nameFor(role, near));
  const existing = other === undefined ? "" : ` (${other.name} already exists in ${other.file})`;
  return {
    ...role.is("unknown-type"),
    message: `${fn.name} is a ${role.noun} for ${rest}, but this folder has no type of that name`,
    ...(right === undefined
      ? { hint: `remove the function, or name it after its type${existing}` }
      : remedy(replaceSignature(fn.position, right, `did you mean ${right}?`))),
    needsAllTypes: true,
    position: fn.position,
  };
}

function restOf({ name }: FunctionDeclaration): string {
  const parsed = parseFunctionName(name);
  return parsed !== undefined && "rest" in parsed ? parsed.rest : name;
}

function parameterType(universe: Universe, fn: FunctionDeclaration): TypeDeclaration | undefined {
  const type = fn.parameters[0]?.type;
  return type?.kind === "ref" ? typeById(universe, type.to) : undefined;
}

function plain(text: string): string {
  return text.replaceAll("_", "").toLowerCase();
}
