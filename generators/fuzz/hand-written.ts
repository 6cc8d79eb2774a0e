import { findRoleFunctions, type FoundFunctions } from "../../engine/model/functions/find-functions.js";
import type { FunctionRole } from "../../engine/model/functions/function-role.js";
import { typeById } from "../../engine/model/lookup.js";
import type { FunctionDeclaration, Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { parseFunctionName } from "../../engine/base/names.js";
import { referencedIds } from "./references.js";
import { fuzzProblems } from "../problem-codes/fuzz.js";

/**
 * Returns the hand-written fuzzers of a package, and the problems of functions whose name or
 * signature is almost correct. A package can have fuzzers for its own types, and for types of other
 * packages to which its types refer.
 */
export function findFuzzers(universe: Universe, { functions, types }: Package): FoundFunctions {
  if (functions.length === 0) return { functions: new Map(), problems: [] };
  const known = knownTypes(universe, types);
  const role: FunctionRole = {
    is: (mistake) => fuzzProblems.is(`fuzz/${mistake}`),
    noun: "fuzzer",
    kind: "Fuzz",
    // A hand-written `autoFuzz_Pizza` is reported too, because generated code does not call it.
    spellings: ["fuzz", "autofuzz"],
    types: known,
    signatureOf: ({ name: type }, name) => `export function ${name}(): Arbitrary<${type}>`,
    match: (fn) => madeType(known, fn),
  };
  return findRoleFunctions(universe, role, functions);
}

/**
 * Returns the types for which a package can have a fuzzer, by name. The package's own types have
 * precedence over types of other packages.
 */
function knownTypes(universe: Universe, types: Package["types"]): ReadonlyMap<string, TypeDeclaration> {
  const own = Object.values(types);
  const foreign = own.flatMap(referencedIds).flatMap((id) => typeById(universe, id) ?? []);
  return new Map([...foreign, ...own].map((type) => [type.name, type]));
}

/**
 * Returns the type whose values a function generates; undefined if the name and the signature do
 * not match.
 */
function madeType(known: ReadonlyMap<string, TypeDeclaration>, fn: FunctionDeclaration): TypeDeclaration | undefined {
  const name = parseFunctionName(fn.name);
  const type = name?.kind === "Fuzz" ? known.get(name.rest) : undefined;
  return type !== undefined && fn.parameters.length === 0 && makes(fn.returnText, type) ? type : undefined;
}

/**
 * Reports whether a return type is `Arbitrary<T>` of a type T. Namespaces in front of the names are
 * permitted. For an instance of a generic type, the argument of `Arbitrary` is not checked.
 */
function makes(returnText: string, { name, expression }: TypeDeclaration): boolean {
  const made = /^(?:\w+\s*\.\s*)?Arbitrary\s*<\s*(?:\w+\s*\.\s*)*([^]*?)\s*>$/.exec(returnText)?.[1];
  return made !== undefined && (expression !== undefined || made === name);
}
