import type { ts } from "ts-morph";
import type { ObjectShape } from "../../model/universe.js";
import { underlyingOf } from "./resolve-alias.js";
import type { LowerScope } from "./scope.js";

/**
 * Returns the literals in `TypeMeta<"example.com/v1", "Widget">`. Omits an argument that is not a
 * single literal.
 */
export function typeMetaLiterals(
  args: readonly ts.TypeNode[],
  scope: LowerScope,
): NonNullable<ObjectShape["typeMeta"]> {
  const [apiVersion, kind] = args.map((argument) => literal(argument, scope));
  return { ...(apiVersion === undefined ? {} : { apiVersion }), ...(kind === undefined ? {} : { kind }) };
}

function literal(argument: ts.TypeNode, scope: LowerScope): string | undefined {
  const type = scope.lower.type(argument, scope);
  const under = type === undefined ? undefined : underlyingOf(scope.table, type);
  const [value, ...others] = under?.kind === "literals" ? under.values : [];
  return typeof value === "string" && others.length === 0 ? value : undefined;
}
