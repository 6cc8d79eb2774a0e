import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { underlyingOf } from "./resolve-alias.js";
import type { LowerScope } from "./scope.js";

/**
 * Returns the strings of a union of string literals, or of an alias of such a union. Returns
 * undefined for any other type. Problems in the type are not reported here, because they are
 * reported where the type is used.
 */
export function literalKeys(node: ts.TypeNode, scope: LowerScope): readonly string[] | undefined {
  if (node.kind === compiler.SyntaxKind.StringKeyword) return undefined;
  const { value: under } = scope.findings.attempt(scope.table, () => {
    const type = scope.lower.type(node, scope);
    return type === undefined ? undefined : underlyingOf(scope.table, type);
  });
  if (under?.kind !== "literals") return undefined;
  const texts = under.values.filter((value) => typeof value === "string");
  return texts.length === under.values.length ? texts : undefined;
}
