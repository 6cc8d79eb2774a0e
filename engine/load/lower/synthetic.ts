import type { ts } from "ts-morph";
import type { Type } from "../../model/universe.js";
import { positionAt } from "../syntax/parse.js";
import { isTaken, type Scope } from "./scope.js";

/**
 * Adds an inline object type to the table, and returns a reference to it. The type's name is
 * derived from its place: `Pizza_spec`.
 */
export function syntheticType(node: ts.TypeNode, scope: Scope): Type | undefined {
  const { file, name } = scope;
  const id = `${scope.package}#${name}`;
  const position = positionAt(file.node, node.getStart(file.node));
  if (isTaken(scope, node, { id, expression: scope.expression })) return undefined;
  scope.table.add({
    id,
    package: scope.package,
    name,
    expression: scope.expression,
    file: file.path,
    position,
    exported: scope.exported,
    markers: [],
    description: "",
    lower: () => scope.lower.shape(node, scope),
  });
  return { kind: "ref", to: id };
}
