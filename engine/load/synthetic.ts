import { ts } from "ts-morph";
import type { Type } from "../model/universe.js";
import { lowerShape } from "./lower-shape.js";
import { positionAt } from "./parse.js";
import type { Scope } from "./type-table.js";

/** Gives an object type that was written in place a name and a declaration. */
export function syntheticType(node: ts.TypeNode, scope: Scope): Type {
  const { file, name } = scope;
  const inner: Scope = { ...scope, subject: scope.subject };
  const id = scope.table.add({
    id: `${scope.package}#${name}`,
    package: scope.package,
    name,
    expression: scope.expression,
    file: file.path,
    position: positionAt(file.node, node.getStart(file.node)),
    exported: scope.exported,
    markers: [],
    description: "",
    lower: () => lowerShape(node, inner),
  });
  return { kind: "ref", to: id };
}
