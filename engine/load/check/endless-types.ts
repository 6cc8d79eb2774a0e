import { remedy, replaceText } from "../../base/fix.js";
import type { Problem } from "../../base/problem.js";
import { typeById } from "../../model/lookup.js";
import { heldBy } from "../../model/type-parts.js";
import {
  freeze,
  type Field,
  type Package,
  type TypeDeclaration,
  type TypeId,
  type Universe,
} from "../../model/universe.js";
import { once } from "../../util/once.js";
import { loadProblems } from "../problem-codes.js";

/**
 * Reports the types without finite values, which can be found only when all types are known:
 * aliases that refer to themselves, directly or through other aliases, and required fields whose
 * values would have to contain another value of the same type.
 */
export function endlessTypes(universe: Universe): Problem[] {
  const infinite = infiniteTypes(universe);
  return [...infinite.values()].flatMap((declaration) => {
    const { id, shape } = declaration;
    if (shape.kind !== "object") return aliasCycle(universe, declaration);
    const isEndless = ({ optional, from, type }: Field): boolean => {
      const held = heldBy(type);
      return !optional && from === undefined && held.some((one) => infinite.has(one)) && reaches(universe, held, id);
    };
    return shape.fields.filter(isEndless).map((field) => endlessField(declaration, field));
  });
}

/**
 * Returns the universe without aliases that refer to themselves, because generators would follow
 * such aliases endlessly.
 */
export function withoutCycles(universe: Universe): Universe {
  const cyclic = [...infiniteTypes(universe).values()].filter((type) => cycleOf(universe, type) !== undefined);
  if (cyclic.length === 0) return universe;
  const packages = Object.entries(universe.packages).map(([id, pkg]) => {
    const types = Object.entries(pkg.types).filter(([, type]) => !cyclic.includes(type));
    return [id, { ...pkg, types: Object.fromEntries(types) }] as const;
  });
  return freeze({ packages: Object.fromEntries(packages) });
}

/**
 * Returns the types without finite values: each of their values must contain a value of a type
 * without finite values.
 */
function infiniteTypes(universe: Universe): ReadonlyMap<TypeId, TypeDeclaration> {
  const infinite = new Map(
    Object.values(universe.packages).flatMap((pkg) => holdersOf(pkg).map((type) => [type.id, type] as const)),
  );
  for (let before = -1; before !== infinite.size;) {
    before = infinite.size;
    for (const [id, type] of infinite) {
      const { all, any } = heldByShape(type);
      const ends =
        !all.some((other) => infinite.has(other)) && (any.length === 0 || !any.every((other) => infinite.has(other)));
      if (ends) infinite.delete(id);
    }
  }
  return infinite;
}

const holdersOf = once((pkg: Package): readonly TypeDeclaration[] =>
  Object.values(pkg.types).filter((type) => {
    const { all, any } = heldByShape(type);
    return all.length > 0 || any.length > 0;
  }),
);

/**
 * The types of the values that each value of a type must contain: a value of every type in `all`,
 * and of at least one type in `any`. Lists, maps and optional fields do not require a value,
 * because they can be empty or absent.
 */
interface Held {
  readonly all: readonly TypeId[];
  readonly any: readonly TypeId[];
}

const heldByShape = once(({ shape }: TypeDeclaration): Held => {
  switch (shape.kind) {
    case "object":
      return { all: shape.fields.flatMap(({ optional, type }) => (optional ? [] : heldBy(type))), any: [] };
    case "union":
      return { all: [], any: shape.members.map(({ type }) => type) };
    case "alias":
      return { all: heldBy(shape.of), any: [] };
    case "opaque":
      return { all: [], any: [] };
  }
});

/** Reports whether values of the types `from` can contain a value of the type `id`. */
function reaches(universe: Universe, from: readonly TypeId[], id: TypeId, seen = new Set<TypeId>()): boolean {
  return from.some((at) => {
    if (at === id) return true;
    const declaration = seen.has(at) ? undefined : typeById(universe, at);
    seen.add(at);
    if (declaration === undefined) return false;
    const { all, any } = heldByShape(declaration);
    return reaches(universe, [...all, ...any], id, seen);
  });
}

function endlessField({ name: type }: TypeDeclaration, { name, position }: Field): Problem {
  const message = `${type}.${name} requires another ${type} inside each ${type}, so every value would be infinitely large`;
  const fix = replaceText(position, `${name}:`, `${name}?:`, `make the property optional: ${name}?`);
  return { ...loadProblems.is("load/required-recursion"), message, ...remedy(fix), position };
}

/** Reports an alias without finite values if it refers to itself. */
function aliasCycle(universe: Universe, declaration: TypeDeclaration): Problem[] {
  const cycle = cycleOf(universe, declaration);
  if (cycle === undefined) return [];
  const names = [...cycle, declaration].map(({ name }) => name).join(" = ");
  const plain = cycle.every(({ shape }) => shape.kind === "alias" && shape.of.kind === "ref");
  const { name, position } = declaration;
  const message = plain
    ? `${name} is an alias of itself: ${names}`
    : `${name} contains itself, so every value would be infinitely large`;
  const hint = plain ? "replace one of these aliases by another type" : `use a list: ${name}[]`;
  return [{ ...loadProblems.is("load/cycle"), message, hint, position }];
}

/**
 * Returns the aliases in the cycle that leads from an alias back to itself; undefined if the type
 * is not an alias in a cycle.
 */
function cycleOf(universe: Universe, start: TypeDeclaration): TypeDeclaration[] | undefined {
  const seen = new Set<TypeId>();
  const back = (at: TypeDeclaration): TypeDeclaration[] | undefined => {
    if (at.shape.kind !== "alias") return undefined;
    for (const id of heldByShape(at).all) {
      if (id === start.id) return [at];
      const next = seen.has(id) ? undefined : typeById(universe, id);
      seen.add(id);
      const rest = next === undefined ? undefined : back(next);
      if (rest !== undefined) return [at, ...rest];
    }
    return undefined;
  };
  return back(start);
}
