import { once } from "../util/once.js";
import { followAliases } from "./follow-aliases.js";
import type {
  FunctionDeclaration,
  ObjectShape,
  Package,
  PackageId,
  Type,
  TypeDeclaration,
  TypeId,
  Universe,
} from "./universe.js";

/**
 * Returns the declaration of a type. Returns undefined for an unknown type. The problem of such a
 * type was already reported when the types were read.
 */
export function typeById(universe: Universe, id: TypeId): TypeDeclaration | undefined {
  if (last?.universe !== universe) last = { universe, types: indexOf(universe) };
  return last.types.get(id);
}

/**
 * Index of the types in the last used universe, because types are looked up often. It stays valid
 * because a universe never changes.
 */
let last: { readonly universe: Universe; readonly types: ReadonlyMap<TypeId, TypeDeclaration> } | undefined;

/** The index is stored for each universe, because a comparison alternates between two universes. */
const indexOf = once(({ packages }: Universe): ReadonlyMap<TypeId, TypeDeclaration> => {
  const types = new Map<TypeId, TypeDeclaration>();
  for (const found of Object.values(packages)) for (const type of Object.values(found.types)) types.set(type.id, type);
  return types;
});

export function packageById(universe: Universe, id: PackageId): Package | undefined {
  return Object.hasOwn(universe.packages, id) ? universe.packages[id] : undefined;
}

/**
 * Returns the function that a folder or a module exports under a name; undefined if none exists.
 */
export function exportedFunction(pkg: Package, name: string): FunctionDeclaration | undefined {
  return exportedFunctions(pkg).get(name);
}

const exportedFunctions = once(({ functions }: Package): ReadonlyMap<string, FunctionDeclaration> => {
  const found = new Map<string, FunctionDeclaration>();
  for (const fn of functions) if (fn.exported && !found.has(fn.name)) found.set(fn.name, fn);
  return found;
});

/**
 * Returns the type at the end of a chain of aliases. It is a reference to an alias only if the
 * aliases form a cycle.
 */
export function underlying(universe: Universe, type: Type): Type {
  return type.kind === "ref" ? followAliases(type, (id) => typeById(universe, id)?.shape).type : type;
}

/**
 * Returns the object type to which a type refers directly, through aliases, or through `Embedded`.
 * Returns undefined for other types.
 */
export function objectOf(
  universe: Universe,
  type: Type,
): { readonly declaration: TypeDeclaration; readonly shape: ObjectShape } | undefined {
  const under = underlying(universe, type);
  const id = under.kind === "ref" ? under.to : under.kind === "embedded" ? under.of : undefined;
  const declaration = id === undefined ? undefined : typeById(universe, id);
  return declaration?.shape.kind === "object" ? { declaration, shape: declaration.shape } : undefined;
}

/**
 * Reports whether values of a type are primitive JSON values, which need no deep copy. Resolves
 * aliases.
 */
export function isScalar(universe: Universe, type: Type): boolean {
  const under = underlying(universe, type);
  if (under.kind === "literals") return true;
  return under.kind === "scalar" && under.name !== "any" && under.name !== "RawExtension" && under.name !== "FieldsV1";
}

/**
 * Reports whether two types have the same structure and refer to the same declared types. Does not
 * resolve aliases.
 */
export function sameType(a: Type, b: Type): boolean {
  switch (a.kind) {
    case "scalar":
      return b.kind === "scalar" && a.name === b.name;
    case "literals":
      return (
        b.kind === "literals" &&
        a.values.length === b.values.length &&
        a.values.every((value) => b.values.includes(value))
      );
    case "list":
      return b.kind === "list" && sameType(a.element, b.element);
    case "tuple":
      return (
        b.kind === "tuple" &&
        a.elements.length === b.elements.length &&
        a.elements.every((element, index) => sameTypeAt(element, b.elements[index]))
      );
    case "map":
      return b.kind === "map" && a.key === b.key && sameType(a.value, b.value);
    case "ref":
      return b.kind === "ref" && a.to === b.to;
    case "embedded":
      return b.kind === "embedded" && a.of === b.of;
  }
}

function sameTypeAt(a: Type, b: Type | undefined): boolean {
  return b !== undefined && sameType(a, b);
}

/** Returns all folders in code-point order. */
export function folders(universe: Universe): Package[] {
  return Object.values(universe.packages).filter(({ kind }) => kind === "folder");
}
