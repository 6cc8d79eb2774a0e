import { underlying } from "../../../engine/model/lookup.js";
import type { Type, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { findDeclaration } from "../../../engine/print/type.js";
import type { FileScope } from "./scope.js";

/**
 * Returns the shape of a type for `semanticEqual`. Returns undefined if values of the type are
 * equal only if their JSON is, apart from absent lists. Also returns undefined if the type contains
 * a declared type without a schema.
 */
export function comparedShape(file: FileScope, type: Type): Printable | undefined {
  return needsShape(file.universe, type) ? shapeOf(file, type) : undefined;
}

/** Returns the schema of a declared type, if `comparedShape` needs it. */
export function comparedSchema(file: FileScope, id: TypeId): Printable | undefined {
  return needsShape(file.universe, { kind: "ref", to: id }) ? file.schemaOf(id) : undefined;
}

/**
 * Reports whether equal values of a type can have different JSON: an absent and an empty map, or
 * quantities such as `1Gi` and `1024Mi`.
 */
function needsShape(universe: Universe, type: Type): boolean {
  const seen = new Set<TypeId>();
  const isIn = (one: Type, canBeAbsent: boolean): boolean => {
    const under = underlying(universe, one);
    switch (under.kind) {
      case "scalar":
        return under.name === "Quantity";
      case "literals":
        return false;
      case "map":
        return canBeAbsent || isIn(under.value, false);
      case "list":
        return isIn(under.element, false);
      case "tuple":
        return under.elements.some((element) => isIn(element, false));
      case "embedded":
        return isInDeclared(under.of);
      case "ref":
        return isInDeclared(under.to);
    }
  };
  const isInDeclared = (id: TypeId): boolean => {
    const shape = findDeclaration(universe, id)?.shape;
    if (shape === undefined || seen.has(id)) return false;
    seen.add(id);
    if (shape.kind === "object") return shape.fields.some((field) => isIn(field.type, true));
    return shape.kind === "union" && shape.members.some((member) => isInDeclared(member.type));
  };
  return isIn(type, false);
}

function shapeOf(file: FileScope, type: Type): Printable | undefined {
  switch (type.kind) {
    case "scalar":
      return `{ type: ${JSON.stringify(type.name)} }`;
    case "literals":
      return '{ type: "any" }';
    case "list":
      return around('{ type: "list", items: ', shapeOf(file, type.element));
    case "map":
      return around('{ type: "map", values: ', shapeOf(file, type.value));
    case "tuple":
      return '{ type: "any" }';
    case "embedded":
      return around('{ type: "embedded", to: () => ', file.schemaOf(type.of));
    case "ref":
      return around('{ type: "ref", to: () => ', file.schemaOf(type.to));
  }
}

function around(start: string, inside: Printable | undefined): Printable | undefined {
  return inside === undefined ? undefined : [start, inside, " }"];
}
