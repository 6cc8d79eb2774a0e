import { remedy, replaceSignature } from "../../engine/fix/fix.js";
import { typeById } from "../../engine/model/lookup.js";
import type { FunctionDeclaration, Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { names, parseFunctionName } from "../../engine/names.js";
import { nearest } from "../../engine/util/nearest.js";
import type { Problem } from "../../engine/problem.js";
import { referencesOf } from "./type-cycles.js";

export interface HandWritten {
  /** By the type whose values they generate. */
  readonly functions: ReadonlyMap<TypeId, FunctionDeclaration>;
  readonly problems: readonly Problem[];
}

/**
 * Returns the hand-written fuzzers of a package, for its own types and for types of other packages
 * that these refer to. Functions that are nearly fuzzers are reported.
 */
export function findHandWritten(universe: Universe, { functions, types }: Package): HandWritten {
  const found = new Map<TypeId, FunctionDeclaration>();
  const problems: Problem[] = [];
  if (functions.length === 0) return { functions: found, problems };
  const known = knownTypes(universe, types);
  for (const fn of functions) {
    const name = parseFunctionName(fn.name);
    if (name?.kind !== "Fuzz") {
      problems.push(...nearMiss(known, functions, fn));
      continue;
    }
    const type = known.get(name.rest);
    const problem =
      type === undefined ? unknownType(known, fn, name.rest) : (fault(fn, type) ?? duplicate(fn, found.get(type.id)));
    if (problem !== undefined) problems.push(problem);
    else if (type !== undefined) found.set(type.id, fn);
  }
  return { functions: found, problems };
}

/**
 * Returns the types that a fuzzer can be for, by name. Types of the package override other types.
 */
function knownTypes(universe: Universe, types: Package["types"]): ReadonlyMap<string, TypeDeclaration> {
  const own = Object.values(types);
  const foreign = own.flatMap(referencesOf).flatMap((id) => typeById(universe, id) ?? []);
  return new Map([...foreign, ...own].map((type) => [type.name, type]));
}

function fault(fn: FunctionDeclaration, type: TypeDeclaration): Problem | undefined {
  const { position } = fn;
  const right = remedy(replaceSignature(position, signature(type.name)));
  if (fn.form === "constant") {
    const message = `${fn.name} must be a function declaration: a const may be uninitialised in an import cycle`;
    return {
      code: "fuzz/not-a-declaration",
      severity: "error",
      message,
      hint: `declare it as a function: ${right.hint ?? ""}`,
      position,
    };
  }
  if (!fn.exported) {
    const message = `${fn.name} is not exported, so generated code can't call it`;
    return { code: "fuzz/not-exported", severity: "error", message, ...right, position };
  }
  if (fn.parameters.length === 0 && makes(fn.returnText, type)) return undefined;
  const written = `(${fn.parameters.map(({ name, text }) => `${name}: ${text}`).join(", ")})${fn.returnText === "" ? "" : `: ${fn.returnText}`}`;
  const message = `${fn.name} has the signature ${written}, but must have no parameters and return Arbitrary<${type.name}>`;
  return { code: "fuzz/wrong-signature", severity: "error", message, ...right, position };
}

/** Reports whether a return type is fast-check's Arbitrary of a type, with any namespaces. */
function makes(returnText: string, { name, expression }: TypeDeclaration): boolean {
  const made = /^(?:\w+\s*\.\s*)?Arbitrary\s*<\s*(?:\w+\s*\.\s*)*([^]*?)\s*>$/.exec(returnText)?.[1];
  return made !== undefined && (expression !== undefined || made === name);
}

function unknownType(known: ReadonlyMap<string, unknown>, fn: FunctionDeclaration, name: string): Problem {
  const meant = nearest(name, [...known.keys()]);
  return {
    code: "fuzz/unknown-type",
    severity: "error",
    message: `${fn.name} is a fuzzer for ${name}, but this folder has no type of that name`,
    ...(meant === undefined
      ? { hint: "remove it, or name it after its type" }
      : remedy(replaceSignature(fn.position, signature(meant), `did you mean ${signature(meant)}?`))),
    position: fn.position,
    needsAllTypes: true,
  };
}

/**
 * Reports functions such as `fuzzPizza`, `Fuzz_pizza` or a hand-written `autoFuzz_Pizza`: they look
 * like fuzzers, but generated code does not call them.
 */
function nearMiss(
  known: ReadonlyMap<string, TypeDeclaration>,
  functions: readonly FunctionDeclaration[],
  fn: FunctionDeclaration,
): Problem[] {
  if (!fn.exported) return [];
  const [, rest] = /^(?:auto)?fuzz(.*)$/.exec(plain(fn.name)) ?? [];
  const meant = rest === undefined ? undefined : [...known.keys()].find((type) => plain(type) === rest);
  if (meant === undefined) return [];
  const other = functions.find(({ name }) => name === names.fuzz(meant));
  return [
    {
      code: "fuzz/near-miss",
      severity: "error",
      message: `${fn.name} is not called by generated code: a hand-written fuzzer of ${meant} has the name ${names.fuzz(meant)}`,
      ...(other === undefined
        ? remedy(replaceSignature(fn.position, signature(meant)))
        : { hint: `remove it: ${other.name} is in ${other.file}` }),
      position: fn.position,
    },
  ];
}

function plain(text: string): string {
  return text.replaceAll("_", "").toLowerCase();
}

function duplicate(fn: FunctionDeclaration, other: FunctionDeclaration | undefined): Problem | undefined {
  if (other === undefined) return undefined;
  const { file, line, column } = other.position;
  const message = `${fn.name} is also defined at ${file}:${line}:${column}`;
  return {
    code: "fuzz/duplicate-function",
    severity: "error",
    message,
    hint: "keep one of them",
    position: fn.position,
  };
}

function signature(type: string): string {
  return `export function ${names.fuzz(type)}(): Arbitrary<${type}>`;
}
