import type { FunctionDeclaration, FunctionParameter, Package, PackageId, Type, Universe } from "../../engine/model/universe.js";
import { pairNames } from "./function-names.js";
import { pairKey } from "./types.js";
import type { Types } from "./types.js";

/** A person's function with the signature of a conversion: `(input: A, scope: ConversionScope): B`. */
export interface Signature {
  readonly from: Type;
  readonly to: Type;
  readonly key: string;
  /** What it has to be called; undefined for types without a name. */
  readonly expected: string | undefined;
}

/** @returns undefined where it is not the signature of a conversion */
export function signatureOf(types: Types, fn: FunctionDeclaration): Signature | undefined {
  const [input, scope] = fn.parameters;
  if (fn.parameters.length !== 2 || input?.type === undefined || fn.returns === undefined) return undefined;
  if (scope === undefined || !isScope(scope)) return undefined;
  const expected = pairNames(types, input.type, fn.returns)?.convert;
  return { from: input.type, to: fn.returns, key: pairKey(input.type, fn.returns), expected };
}

function isScope({ type, text }: FunctionParameter): boolean {
  return (type?.kind === "ref" && type.to.endsWith("#ConversionScope")) || /(^|\.)ConversionScope$/.test(text);
}

/** A person's function that does what its name says. */
export interface HandWritten {
  readonly function: FunctionDeclaration;
  readonly signature: Signature;
}

/** Every hand-written conversion function that can be called, by its pair of types. Misfits are `function-problems`' business. */
export function indexFunctions(universe: Universe, types: Types): ReadonlyMap<string, readonly HandWritten[]> {
  const byPair = new Map<string, HandWritten[]>();
  for (const found of Object.values(universe.packages).flatMap((where) => where.functions.map((fn) => callable(types, where, fn)))) {
    if (found === undefined) continue;
    byPair.set(found.signature.key, [...(byPair.get(found.signature.key) ?? []), found]);
  }
  return byPair;
}

/** The same functions by their folder, as often asked for as there are folders. */
export interface FunctionIndex {
  readonly byPackage: ReadonlyMap<PackageId, readonly FunctionDeclaration[]>;
  /** Pairs that several have. */
  readonly doubled: readonly (readonly HandWritten[])[];
}

const indexes = new WeakMap<ReadonlyMap<string, readonly HandWritten[]>, FunctionIndex>();

export function indexOf(functions: ReadonlyMap<string, readonly HandWritten[]>): FunctionIndex {
  const known = indexes.get(functions);
  if (known !== undefined) return known;
  const byPackage = new Map<PackageId, FunctionDeclaration[]>();
  for (const { function: fn } of [...functions.values()].flat()) {
    const own = byPackage.get(fn.package) ?? [];
    own.push(fn);
    byPackage.set(fn.package, own);
  }
  const index = { byPackage, doubled: [...functions.values()].filter((all) => all.length > 1) };
  indexes.set(functions, index);
  return index;
}

function callable(types: Types, where: Package, fn: FunctionDeclaration): HandWritten | undefined {
  if (!fn.name.startsWith("Convert_") || !fn.exported) return undefined;
  if (where.kind === "folder" && fn.form !== "declaration") return undefined;
  const signature = signatureOf(types, fn);
  if (signature === undefined || (signature.expected !== undefined && signature.expected !== fn.name)) return undefined;
  return { function: fn, signature };
}
