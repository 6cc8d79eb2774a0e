import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { underlyingOf } from "./resolve-alias.js";
import { lowerType } from "./lower-type.js";
import type { Scope } from "./type-table.js";

/** The texts of a union of string literals, through aliases; undefined for any other type. */
export function literalKeys(node: ts.TypeNode, scope: Scope): string[] | undefined {
  if (node.kind === compiler.SyntaxKind.StringKeyword) return undefined;
  const known = scope.session.problems.length;
  const type = lowerType(node, scope);
  const under = type === undefined ? undefined : underlyingOf(scope.table, type);
  // Whoever reads the type in earnest reports its problems.
  scope.session.problems.length = known;
  if (under?.kind !== "literals") return undefined;
  const texts = under.values.filter((value) => typeof value === "string");
  return texts.length === under.values.length ? texts : undefined;
}
