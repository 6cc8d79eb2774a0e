import { posix } from "node:path";
import { isEqual } from "../util/equal.js";
import type { FilePlan } from "./generator.js";
import { referencesInType } from "../model/type-references.js";
import type { NpmPackage, Package, TypeId, Universe } from "../model/universe.js";
import { isSymbolRef, type SymbolRef } from "../base/symbol.js";
import { orderStrings, type Position, type Problem } from "../base/problem.js";
import { projectProblems } from "../base/problem-codes.js";

/**
 * The result of `withinBorders`: files in which names of other npm packages are imported by package
 * name, and problems for names that these packages do not export.
 */
export interface WithinBorders {
  readonly files: readonly FilePlan[];
  readonly problems: readonly Problem[];
}

/**
 * Rewritten plans by their original plans. If an original plan is unchanged, the next run of this
 * process reuses the same rewritten object.
 */
const rewritten = new WeakMap<FilePlan, FilePlan>();

/**
 * Rewrites imports between npm packages. Code must import from another package by the package's
 * name, because a relative path would lead out of the published package and out of the compiler's
 * root folder.
 * @param plans the files that will be written
 * @param all the plans of all packages, because their re-exports must be known
 */
export function withinBorders(universe: Universe, plans: readonly FilePlan[], all: readonly FilePlan[]): WithinBorders {
  if (!Object.values(universe.packages).some(({ npm }) => npm !== undefined)) return { files: plans, problems: [] };
  const passing = new Map<string, FilePlan[]>();
  for (const plan of all) {
    for (const { symbol, from } of plan.reexports ?? [])
      passing.set(`${from}#${symbol}`, [...(passing.get(`${from}#${symbol}`) ?? []), plan]);
  }
  const missing = new Map<string, Missing>();
  const files = plans.map((plan) => {
    const pkg = universe.packages[plan.package];
    if (pkg === undefined) return plan;
    const move = (symbol: SymbolRef): SymbolRef => {
      const foreign = symbol.module === true ? undefined : universe.packages[posix.dirname(symbol.from)];
      if (foreign?.npm === undefined || foreign.npm.folder === pkg.npm?.folder) return symbol;
      const specifier = specifierOf(foreign.npm, symbol, passing.get(`${symbol.from}#${symbol.symbol}`) ?? []);
      if (specifier !== undefined) return { ...symbol, from: specifier, module: true };
      const key = `${pkg.npm?.folder ?? ""}\n${symbol.from}`;
      const known = missing.get(key) ?? { pkg, foreign, file: symbol.from, names: new Set() };
      known.names.add(symbol.symbol);
      missing.set(key, known);
      return symbol;
    };
    const moved = mapSymbols(plan, move) as FilePlan;
    const before = rewritten.get(plan);
    const kept = before !== undefined && isEqual(before, moved) ? before : moved;
    rewritten.set(plan, kept);
    return kept;
  });
  return { files, problems: [...missing.values()].map(notExported) };
}

function specifierOf(
  { entries }: NpmPackage,
  { symbol, from, type }: SymbolRef,
  passing: readonly FilePlan[],
): string | undefined {
  const files = [from, ...passing.map(({ path }) => path)];
  const has = (list: readonly string[]): boolean => files.some((file) => list.includes(file));
  const found = entries.find(
    (entry) =>
      has(entry.files) ||
      (type === true && has(entry.types)) ||
      entry.names.some(
        (one) => one.name === symbol && files.includes(one.file) && (type === true || one.type !== true),
      ),
  );
  return found?.specifier;
}

/**
 * Replaces each symbol in a value by the result of `move`. Returns a copy, or the same object if no
 * symbol changes.
 */
function mapSymbols(value: unknown, move: (symbol: SymbolRef) => SymbolRef): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isSymbolRef(value)) return move(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapSymbols(item, move));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(
    ([key, item]: [string, unknown]) => [key, item, mapSymbols(item, move)] as const,
  );
  return entries.some(([, before, after]) => before !== after)
    ? Object.fromEntries(entries.map(([key, , after]) => [key, after]))
    : value;
}

/** A file of another npm package, and the names that it exports but its package does not. */
interface Missing {
  readonly pkg: Package;
  readonly foreign: Package;
  readonly file: string;
  readonly names: Set<string>;
}

function notExported({ pkg, foreign, file, names }: Missing): Problem {
  const sorted = [...names].sort(orderStrings);
  const [shown, more] = [sorted.slice(0, 3), sorted.length - 3];
  const list = more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
  const name = foreign.npm?.name === "" || foreign.npm === undefined ? foreign.id : foreign.npm.name;
  const best = foreign.npm?.entries.find(({ files }) => files.length > 0) ?? foreign.npm?.entries[0];
  const path = `./${posix.basename(file).replace(/\.ts$/, ".js")}`;
  const index = best?.files.find((entry) => posix.basename(entry) === "index.ts") ?? posix.join(foreign.id, "index.ts");
  const hint =
    best === undefined
      ? `export the folder ${foreign.id} in "exports" of the package.json of ${name}`
      : `add export * from "${path}"; to ${index}, or another entry to "exports" in the package.json of ${name}`;
  return {
    ...projectProblems.is("project/not-exported"),
    message: `${pkg.id} needs ${list} of ${file}, but the package ${name} does not export it`,
    hint,
    position: firstUse(pkg, foreign) ?? pkg.position,
  };
}

/**
 * Returns the position of the first field in `pkg` whose type comes from `foreign`; undefined if no
 * field has such a type.
 */
function firstUse(pkg: Package, foreign: Package): Position | undefined {
  const isForeign = (id: TypeId): boolean => id.slice(0, id.lastIndexOf("#")) === foreign.id;
  const fields = Object.values(pkg.types).flatMap(({ shape }) => (shape.kind === "object" ? shape.fields : []));
  return fields.find(({ type }) => referencesInType(type).values.some(isForeign))?.position;
}
