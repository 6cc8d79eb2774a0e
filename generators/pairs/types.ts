import { typeById } from "../../engine/model/lookup.js";
import type { Package, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import type { Position } from "../../engine/base/problem.js";
import type { Printable } from "../../engine/base/symbol.js";

/** Lookup of types, and their names in generated code and messages. */
export interface Types {
  /**
   * Returns the declaration of the type with an id. If loading did not find the type, which it has
   * reported, the declaration contains only the name.
   */
  declaration(id: TypeId): TypeDeclaration;
  packageOf(declaration: TypeDeclaration): Package;
  /** Returns the type itself. For an alias, the types to which it refers follow, in order. */
  chain(type: Type): readonly Type[];
  /** Returns the type without aliases, which is the last type of `chain`. */
  readonly unwrap: (type: Type) => Type;
  /**
   * Returns a type's name in generated code: `v1.Pizza`. Each package of the project is imported as
   * a namespace, because version and hub use the same names.
   */
  print(declaration: TypeDeclaration): Printable;
  /** Returns the name of a declared type in messages: `v1.Pizza`. */
  label(declaration: TypeDeclaration): string;
  /**
   * Returns the name of any type in messages: `v1.Topping[]`.
   * @param instead returns another text for the type or for a type inside it; undefined for the
   * usual name
   */
  describe(type: Type, instead?: (type: Type) => string | undefined): string;
}

export function typesOf(universe: Universe): Types {
  const packageOf = (declaration: TypeDeclaration): Package =>
    universe.packages[declaration.package] ?? unknownPackage(declaration);
  const declaration = (id: TypeId): TypeDeclaration => typeById(universe, id) ?? unknownType(id);
  const chains = new Map<TypeId, readonly Type[]>();
  const chain = (type: Type): readonly Type[] => {
    if (type.kind !== "ref") return [type];
    const known = chains.get(type.to);
    if (known !== undefined) return known;
    const steps: Type[] = [type];
    for (let last: Type = type; last.kind === "ref";) {
      const { shape } = declaration(last.to);
      if (shape.kind !== "alias" || steps.includes(shape.of)) break;
      steps.push((last = shape.of));
    }
    chains.set(type.to, steps);
    return steps;
  };
  const print = (decl: TypeDeclaration): Printable => {
    if (decl.expression !== undefined) {
      return decl.expression.map((part) => (typeof part === "string" ? part : print(declaration(part.type))));
    }
    const from = packageOf(decl);
    if (from.kind === "module") return { symbol: decl.name, from: decl.file, module: true, type: true };
    return { symbol: decl.name, from: decl.file, namespace: from.name, type: true };
  };
  const label = (decl: TypeDeclaration): string => {
    const from = packageOf(decl);
    return from.kind === "module" ? decl.name : `${from.name}.${decl.name}`;
  };
  const describe: Types["describe"] = (type, instead) => {
    const other = instead?.(type);
    if (other !== undefined) return other;
    switch (type.kind) {
      case "scalar":
        return type.name === "any" ? "unknown" : type.name;
      case "literals":
        return type.values.map((value) => JSON.stringify(value)).join(" | ");
      case "list":
        return listOf(type.element, describe(type.element, instead));
      case "tuple":
        return `[${type.elements.map((element) => describe(element, instead)).join(", ")}]`;
      case "map":
        return `Record<string, ${describe(type.value, instead)}>`;
      case "ref":
        return label(declaration(type.to));
      case "embedded":
        return `Embedded<${label(declaration(type.of))}>`;
    }
  };
  return {
    declaration,
    packageOf,
    chain,
    unwrap: (type) => (type.kind === "ref" ? (chain(type).at(-1) ?? type) : type),
    print,
    label,
    describe,
  };
}

/** Returns the text of a list type. A union of literals needs parentheses. */
function listOf(element: Type, text: string): string {
  return element.kind === "literals" && element.values.length > 1 ? `(${text})[]` : `${text}[]`;
}

/** Returns a string that identifies a type: two types are the same if their strings are equal. */
export function typeKey(type: Type): string {
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "literals":
      return type.values
        .map((value) => JSON.stringify(value))
        .sort()
        .join("|");
    case "list":
      return `${typeKey(type.element)}[]`;
    case "tuple":
      return `[${type.elements.map(typeKey).join(",")}]`;
    case "map":
      return `{${typeKey(type.value)}}`;
    case "ref":
      return type.to;
    case "embedded":
      return `Embedded<${type.of}>`;
  }
}

/**
 * Returns the pairs of types inside two lists, two maps, or two tuples of the same length. Returns
 * undefined for any other types.
 */
export function innerPairs(a: Type, b: Type): readonly (readonly [Type, Type])[] | undefined {
  if (a.kind === "list" && b.kind === "list") return [[a.element, b.element]];
  if (a.kind === "map" && b.kind === "map") return [[a.value, b.value]];
  if (a.kind !== "tuple" || b.kind !== "tuple" || a.elements.length !== b.elements.length) return undefined;
  return a.elements.map((element, index) => [element, b.elements[index] ?? element]);
}

/** Returns the key of a pair of types, in the direction of the conversion. */
export function pairKey(from: Type, to: Type): string {
  return `${typeKey(from)} => ${typeKey(to)}`;
}

export function referenceTo(declaration: TypeDeclaration): Type {
  return { kind: "ref", to: declaration.id };
}

/** Reports whether a declaration is a placeholder for a type that loading has not found. */
export function isUnknown({ position }: TypeDeclaration): boolean {
  return position === nowhere;
}

const nowhere: Position = { file: "", line: 1, column: 1 };

function unknownType(id: TypeId): TypeDeclaration {
  const at = id.lastIndexOf("#");
  const [where, name] = [id.slice(0, at), id.slice(at + 1)];
  return {
    id,
    package: where,
    name,
    file: where,
    position: nowhere,
    exported: true,
    markers: [],
    description: "",
    shape: { kind: "opaque" },
  };
}

function unknownPackage({ package: id }: TypeDeclaration): Package {
  const name = id.slice(id.lastIndexOf("/") + 1).replace(/[^A-Za-z0-9_$]/g, "_");
  const none = { markers: [], files: [], types: {}, functions: [], constants: [] };
  return { id, kind: "module", name, target: false, position: nowhere, importEnding: ".js", ...none };
}
