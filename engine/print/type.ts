import { typeById } from "../model/lookup.js";
import type { ScalarName, Type, TypeDeclaration, TypeId, Universe } from "../model/universe.js";
import type { Printable, SymbolRef } from "../base/symbol.js";
import { runtimeType } from "../base/runtime-symbol.js";

/**
 * Returns the code that refers to a declared type: its name, or its expression (`Box<Part>`,
 * `Pizza["spec"]`).
 */
export function printDeclaration(universe: Universe, declaration: TypeDeclaration): Printable {
  if (declaration.expression === undefined) return typeSymbol(universe, declaration);
  return declaration.expression.map((part) => (typeof part === "string" ? part : printTypeId(universe, part.type)));
}

/** Returns the same code as `printDeclaration`, but as a string for messages. */
export function typeString(universe: Universe, declaration: TypeDeclaration): string {
  if (declaration.expression === undefined) return declaration.name;
  const parts = declaration.expression.map((part) => {
    if (typeof part === "string") return part;
    const inner = typeById(universe, part.type);
    return inner === undefined ? "?" : typeString(universe, inner);
  });
  return parts.join("");
}

export function printTypeId(universe: Universe, id: TypeId): Printable {
  const declaration = typeById(universe, id);
  return declaration === undefined ? id.slice(id.indexOf("#") + 1) : printDeclaration(universe, declaration);
}

/** Returns the code of a type, such as `Record<string, Part[]>`. */
export function printType(universe: Universe, type: Type): Printable {
  switch (type.kind) {
    case "scalar":
      return printScalar(type.name);
    case "literals":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return isUnionText(type.element)
        ? ["(", printType(universe, type.element), ")[]"]
        : [printType(universe, type.element), "[]"];
    case "tuple":
      return [
        "[",
        ...type.elements.flatMap((element, index) => [index === 0 ? "" : ", ", printType(universe, element)]),
        "]",
      ];
    case "map":
      return [
        "Record<",
        type.key === undefined ? "string" : printTypeId(universe, type.key),
        ", ",
        printType(universe, type.value),
        ">",
      ];
    case "ref":
      return printTypeId(universe, type.to);
    case "embedded":
      return [runtimeType("Embedded"), "<", printTypeId(universe, type.of), ">"];
  }
}

function typeSymbol(universe: Universe, declaration: TypeDeclaration): SymbolRef {
  const isModule = universe.packages[declaration.package]?.kind === "module";
  return { symbol: declaration.name, from: declaration.file, type: true, ...(isModule ? { module: true } : {}) };
}

function printScalar(name: ScalarName): Printable {
  if (name === "any") return "unknown";
  return name === "string" || name === "boolean" ? name : runtimeType(name);
}

function isUnionText(type: Type): boolean {
  return type.kind === "literals" && type.values.length > 1;
}
