import { remedy, replaceSignature } from "../../engine/fix/fix.js";
import type { FunctionDeclaration, Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { names, parseFunctionName } from "../../engine/names.js";
import { nearest } from "../../engine/util/nearest.js";
import { findDeclaration, typeText } from "../../engine/print/type.js";
import type { Problem } from "../../engine/problem.js";

export interface HandWritten {
  /** By the type that they copy. */
  readonly functions: ReadonlyMap<TypeId, FunctionDeclaration>;
  readonly problems: readonly Problem[];
}

/**
 * The copy functions that a person wrote in a folder: found by name and signature. What nearly is
 * one is a problem.
 */
export function findHandWritten(universe: Universe, { functions, types }: Package): HandWritten {
  const found = new Map<TypeId, FunctionDeclaration>();
  const problems: Problem[] = [];
  for (const fn of functions) {
    const problem = problemOf(universe, types, fn);
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    const type = copiedType(universe, fn);
    if (type === undefined) continue;
    const other = found.get(type.id);
    if (other === undefined) found.set(type.id, fn);
    else problems.push(duplicate(fn, other));
  }
  return { functions: found, problems };
}

/** The type that a function copies, where name and signature agree that it does. */
function copiedType(universe: Universe, fn: FunctionDeclaration): TypeDeclaration | undefined {
  const name = parseFunctionName(fn.name);
  const [parameter] = fn.parameters;
  if (name?.kind !== "DeepCopy" || parameter?.type?.kind !== "ref" || fn.parameters.length !== 1) return undefined;
  const type = findDeclaration(universe, parameter.type.to);
  const returns = fn.returns?.kind === "ref" ? fn.returns.to : undefined;
  return type?.name === name.rest && returns === type.id ? type : undefined;
}

function problemOf(universe: Universe, types: Package["types"], fn: FunctionDeclaration): Problem | undefined {
  const name = parseFunctionName(fn.name);
  if (name?.kind !== "DeepCopy") return nearMiss(universe, types, fn);
  const { position } = fn;
  const parameter = fn.parameters[0]?.type;
  const foreign = parameter?.kind === "ref" ? findDeclaration(universe, parameter.to) : undefined;
  const type = types[name.rest] ?? (foreign?.name === name.rest ? foreign : undefined);
  if (type === undefined) {
    const near = nearest(name.rest, Object.keys(types));
    const meant = near === undefined ? foreign : types[near];
    return {
      code: "deepcopy/unknown-type",
      severity: "error",
      message: `${fn.name} copies no type: there is no ${name.rest} in this folder`,
      ...(meant === undefined
        ? { hint: "remove it, or name it after the type that it copies" }
        : remedy(
            replaceSignature(position, signature(universe, meant), `did you mean ${signature(universe, meant)}?`),
          )),
      position,
      needsAllTypes: true,
    };
  }
  if (fn.form === "constant") {
    return {
      code: "deepcopy/not-a-declaration",
      severity: "error",
      message: `${fn.name} is a constant, which is not there yet where modules import each other in a circle`,
      hint: `declare it as a function: ${signature(universe, type)} { … }`,
      position,
    };
  }
  if (!fn.exported) {
    return {
      code: "deepcopy/not-exported",
      severity: "error",
      message: `${fn.name} is not exported, so that generated code can't call it`,
      ...remedy(replaceSignature(position, signature(universe, type))),
      position,
    };
  }
  if (copiedType(universe, fn) !== undefined) return undefined;
  const written = `(${fn.parameters.map(({ name, text }) => `${name}: ${text}`).join(", ")})${fn.returnText === "" ? "" : `: ${fn.returnText}`}`;
  return {
    code: "deepcopy/wrong-signature",
    severity: "error",
    message: `${fn.name} has the signature ${written}, which is not that of a copy function`,
    ...remedy(replaceSignature(position, signature(universe, type))),
    position,
  };
}

/** `deepCopyPizza`, `DeepCopy_pizza`: meant as a copy function, and found by nobody. */
function nearMiss(universe: Universe, types: Package["types"], fn: FunctionDeclaration): Problem | undefined {
  if (!fn.exported) return undefined;
  const [, rest] = /^deepcopy(.*)$/.exec(plain(fn.name)) ?? [];
  const meant = rest === undefined ? undefined : Object.values(types).find((type) => plain(type.name) === rest);
  if (meant === undefined) return undefined;
  return {
    code: "deepcopy/near-miss",
    severity: "error",
    message: `${fn.name} is not what generated code looks for: the copy function of ${meant.name} is ${names.deepCopy(meant.name)}`,
    ...remedy(replaceSignature(fn.position, signature(universe, meant))),
    position: fn.position,
  };
}

function plain(text: string): string {
  return text.replaceAll("_", "").toLowerCase();
}

function duplicate(fn: FunctionDeclaration, other: FunctionDeclaration): Problem {
  const { file, line, column } = other.position;
  return {
    code: "deepcopy/duplicate-function",
    severity: "error",
    message: `${fn.name} is defined twice: the other one stands at ${file}:${line}:${column}`,
    hint: "keep one of them",
    position: fn.position,
  };
}

/** The right signature, as it can be pasted. */
export function signature(universe: Universe, type: TypeDeclaration): string {
  const text = typeText(universe, type);
  return `export function ${names.deepCopy(type.name)}(input: ${text}): ${text}`;
}
