import type {
  FunctionDeclaration,
  FunctionParameter,
  Package,
  PackageId,
  Type,
} from "../../../engine/model/universe.js";
import { idOfReference, innermost } from "../../../engine/model/type-parts.js";
import { groupBy } from "../../../engine/util/group-by.js";
import { once } from "../../../engine/util/once.js";
import { pairNames } from "./function-names.js";
import { pairKey, type Types } from "../types.js";

/** Signature of a hand-written conversion: `(input: A, scope: ConversionScope): B`. */
export interface Signature {
  readonly from: Type;
  readonly to: Type;
  readonly key: string;
  /**
   * Name that a function with this signature must have; undefined if one of the types has no name.
   */
  readonly expected: string | undefined;
}

/**
 * Returns the signature of a conversion function; undefined if the function has a different
 * signature.
 */
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

/** A hand-written function whose name matches its signature. */
export interface MatchedFunction {
  readonly function: FunctionDeclaration;
  readonly signature: Signature;
}

/**
 * Returns the hand-written conversion functions of a package that generated code can call.
 * `conversion/diagnostics/function-problems.ts` reports the other functions.
 */
export function findConversionFunctions(types: Types, where: Package): readonly MatchedFunction[] {
  return where.functions.flatMap((fn) => callable(types, where, fn) ?? []);
}

/** Lookup of all hand-written conversion functions. */
export interface FunctionIndex {
  /** Functions by the `pairKey` of their two types. */
  readonly byPair: ReadonlyMap<string, readonly MatchedFunction[]>;
  readonly byPackage: ReadonlyMap<PackageId, readonly FunctionDeclaration[]>;
  /** Functions that convert the same pair of types, in groups. */
  readonly doubled: readonly (readonly MatchedFunction[])[];
  /**
   * The `innermostName` of each input type. If the name of a field's type is not in this set, no
   * hand-written function can apply to the field. This quick check excludes most fields.
   */
  readonly innermostNames: ReadonlySet<string>;
}

export function indexFunctions(all: readonly MatchedFunction[]): FunctionIndex {
  const byPair = groupBy(all, ({ signature }) => signature.key);
  const functions = all.map((found) => found.function);
  return {
    byPair,
    byPackage: groupBy(functions, (fn) => fn.package),
    doubled: [...byPair.values()].filter(({ length }) => length > 1),
    innermostNames: new Set(all.map(({ signature }) => innermostName(signature.from))),
  };
}

/**
 * Returns the name of the type that remains after all lists and maps are removed. The set
 * `innermostNames` contains such names.
 */
export function innermostName(type: Type): string {
  const inner = innermost(type);
  return idOfReference(inner) ?? (inner.kind === "scalar" ? inner.name : inner.kind);
}

/** Returns the names of conversion functions that the bodies of a package's functions use. */
export const usedIn = once(({ functions }: Package): readonly string[] =>
  functions.flatMap(({ uses }) => uses.filter(isConversionName)),
);

export function isConversionName(name: string): boolean {
  return name.startsWith("Convert_");
}

function callable(types: Types, where: Package, fn: FunctionDeclaration): MatchedFunction | undefined {
  if (!isConversionName(fn.name) || !fn.exported) return undefined;
  if (where.kind === "folder" && fn.form !== "declaration") return undefined;
  const signature = signatureOf(types, fn);
  if (signature === undefined || (signature.expected !== undefined && signature.expected !== fn.name)) return undefined;
  return { function: fn, signature };
}
