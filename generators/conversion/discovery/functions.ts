import type {
  FunctionDeclaration,
  FunctionParameter,
  Package,
  PackageId,
  Type,
} from "../../../engine/model/universe.js";
import { once } from "../../../engine/once.js";
import { pairNames } from "./function-names.js";
import { pairKey, type Types } from "../types.js";

/**
 * A person's function with the signature of a conversion: `(input: A, scope: ConversionScope): B`.
 */
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

/**
 * The hand-written conversion functions of a folder or module that can be called. Misfits are
 * `function-problems`' business.
 */
export function findFunctions(types: Types, where: Package): readonly HandWritten[] {
  return where.functions.flatMap((fn) => callable(types, where, fn) ?? []);
}

/** All of them. */
export interface FunctionIndex {
  /** By pair of types, as `pairKey` has it. */
  readonly byPair: ReadonlyMap<string, readonly HandWritten[]>;
  readonly byPackage: ReadonlyMap<PackageId, readonly FunctionDeclaration[]>;
  /** Pairs that several have. */
  readonly doubled: readonly (readonly HandWritten[])[];
  /**
   * The cores of their inputs' types: of anything else there is none, as nearly every field finds.
   */
  readonly cores: ReadonlySet<string>;
}

export function indexFunctions(all: readonly HandWritten[]): FunctionIndex {
  const byPair = new Map<string, HandWritten[]>();
  const byPackage = new Map<PackageId, FunctionDeclaration[]>();
  for (const found of all) {
    append(byPair, found.signature.key, found);
    append(byPackage, found.function.package, found.function);
  }
  return {
    byPair,
    byPackage,
    doubled: [...byPair.values()].filter(({ length }) => length > 1),
    cores: new Set(all.map(({ signature }) => coreOf(signature.from))),
  };
}

/** What stands in the innermost of lists and maps. */
export function coreOf(type: Type): string {
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "ref":
      return type.to;
    case "embedded":
      return type.of;
    case "list":
      return coreOf(type.element);
    case "map":
      return coreOf(type.value);
    default:
      return type.kind;
  }
}

export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The conversions' names that bodies in a folder refer to. */
export const usedIn = once(({ functions }: Package): readonly string[] =>
  functions.flatMap(({ uses }) => uses.filter(isConversionName)),
);

export function isConversionName(name: string): boolean {
  return name.startsWith("Convert_");
}

function callable(types: Types, where: Package, fn: FunctionDeclaration): HandWritten | undefined {
  if (!isConversionName(fn.name) || !fn.exported) return undefined;
  if (where.kind === "folder" && fn.form !== "declaration") return undefined;
  const signature = signatureOf(types, fn);
  if (signature === undefined || (signature.expected !== undefined && signature.expected !== fn.name)) return undefined;
  return { function: fn, signature };
}
