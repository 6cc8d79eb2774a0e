import { findRoleFunctions, type FoundFunctions } from "../../engine/model/functions/find-functions.js";
import type { FunctionRole } from "../../engine/model/functions/function-role.js";
import type { FunctionDeclaration, Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names, parseFunctionName } from "../../engine/base/names.js";
import { typeById } from "../../engine/model/lookup.js";
import { typeString } from "../../engine/print/type.js";
import { deepcopyProblems } from "../problem-codes/deepcopy.js";

/**
 * Returns the hand-written copy functions of a package, and the problems of functions whose name or
 * signature is almost correct.
 */
export function findCopyFunctions(universe: Universe, { functions, types }: Package): FoundFunctions {
  const role: FunctionRole = {
    is: (mistake) => deepcopyProblems.is(`deepcopy/${mistake}`),
    noun: "copy function",
    kind: "DeepCopy",
    spellings: ["deepcopy"],
    types: new Map(Object.entries(types)),
    signatureOf: (type, name) => signature(universe, type, name),
    match: (fn) => copiedType(universe, fn),
  };
  return findRoleFunctions(universe, role, functions);
}

/**
 * Returns the type that a function copies. Returns undefined if the function's name and signature
 * do not match.
 */
function copiedType(universe: Universe, fn: FunctionDeclaration): TypeDeclaration | undefined {
  const name = parseFunctionName(fn.name);
  const [parameter] = fn.parameters;
  if (name?.kind !== "DeepCopy" || parameter?.type?.kind !== "ref" || fn.parameters.length !== 1) return undefined;
  const type = typeById(universe, parameter.type.to);
  const returns = fn.returns?.kind === "ref" ? fn.returns.to : undefined;
  return type?.name === name.rest && returns === type.id ? type : undefined;
}

/** Returns the declaration of the copy function for a type, without its body. */
export function signature(universe: Universe, type: TypeDeclaration, name = names.deepCopy(type.name)): string {
  const text = typeString(universe, type);
  return `export function ${name}(input: ${text}): ${text}`;
}
