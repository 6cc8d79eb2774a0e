import type { Type, TypeId } from "../../model/universe.js";
import { runtimeTypeId } from "./module-type.js";
import type { DeclaredExpression, TypeTable } from "./type-table.js";

/**
 * Returns the part of an instantiation's name that represents a type argument. For example,
 * `Box<Part>` is named `Box_Part`, and `Box<string[]>` is named `Box_string_list`.
 */
export function argumentName(table: TypeTable, type: Type): string {
  switch (type.kind) {
    case "scalar":
      return type.name;
    case "literals":
      return type.values.map((value) => String(value).replace(/[^A-Za-z0-9_$]/g, "_")).join("_");
    case "list":
      return `${argumentName(table, type.element)}_list`;
    case "tuple":
      return [...type.elements.map((element) => argumentName(table, element)), "tuple"].join("_");
    case "map":
      return `${argumentName(table, type.value)}_map`;
    case "embedded":
      return `Embedded_${nameOf(table, type.of)}`;
    case "ref":
      return nameOf(table, type.to);
  }
}

/** Returns the source code of a type argument. */
export function argumentString(table: TypeTable, type: Type): DeclaredExpression {
  switch (type.kind) {
    case "scalar":
      return plainScalars.has(type.name)
        ? [type.name === "float64" ? "number" : type.name === "any" ? "unknown" : type.name]
        : [{ type: runtimeTypeId(table, type.name) }];
    case "literals":
      return [type.values.map((value) => JSON.stringify(value)).join(" | ")];
    case "list":
      return ["Array<", ...argumentString(table, type.element), ">"];
    case "tuple":
      return [
        "[",
        ...type.elements.flatMap((element, index) => [
          ...(index === 0 ? [] : [", "]),
          ...argumentString(table, element),
        ]),
        "]",
      ];
    case "map":
      return [
        "Record<",
        ...(type.key === undefined ? ["string"] : [{ type: type.key }]),
        ", ",
        ...argumentString(table, type.value),
        ">",
      ];
    case "embedded":
      return [{ type: runtimeTypeId(table, "Embedded") }, "<", ...expressionOf(table, type.of), ">"];
    case "ref":
      return expressionOf(table, type.to);
  }
}

const plainScalars: ReadonlySet<string> = new Set(["string", "boolean", "float64", "any"]);

function expressionOf(table: TypeTable, id: TypeId): DeclaredExpression {
  return table.entries.get(id)?.expression ?? [{ type: id }];
}

function nameOf(table: TypeTable, id: TypeId): string {
  return table.entries.get(id)?.name ?? id.slice(id.indexOf("#") + 1);
}
