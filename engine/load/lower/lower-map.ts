import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy } from "../../base/fix.js";
import type { Type, TypeId } from "../../model/universe.js";
import { isCircular, underlyingOf } from "./resolve-alias.js";
import { stringScalars } from "../../model/scalars.js";
import { useInstead } from "./repairs.js";
import { inside, isPublished, ownSuffix, reportAt, sourceTextOf, type LowerScope } from "./scope.js";

/**
 * Lowers `{ [key: string]: T }`. Returns undefined for a type without an index signature, or after
 * it has reported a problem.
 */
export function lowerIndexSignature(
  node: ts.TypeLiteralNode | ts.InterfaceDeclaration,
  scope: LowerScope,
): Type | undefined {
  const signature = node.members.find(compiler.isIndexSignatureDeclaration);
  if (signature === undefined) return undefined;
  if (node.members.length > 1) {
    reportMixed(signature, scope);
    return undefined;
  }
  const key = signature.parameters[0]?.type;
  if (key === undefined) {
    reportAt(scope, signature, "load/missing-type", "the index signature has no key type", "{ [key: string]: T }");
    return undefined;
  }
  return lowerMap(key, signature.type, scope);
}

/** Reports an object type with both an index signature and named fields. */
export function reportMixed(signature: ts.IndexSignatureDeclaration, scope: LowerScope): void {
  const message = "an object can have named fields or an index signature, but not both";
  const hint =
    "move the map into a separate field: Record<string, T>\nor remove the index signature: +kubebuilder:pruning:PreserveUnknownFields keeps unknown fields without one";
  reportAt(scope, signature, "load/index-signature", message, hint);
}

/** Lowers a map with the given types of keys and values. */
export function lowerMap(key: ts.TypeNode, value: ts.TypeNode, scope: LowerScope): Type | undefined {
  const named = keyType(key, scope);
  if (named === false) {
    const message = `the keys of a map must be strings, not \`${sourceTextOf(scope, key)}\``;
    const fixes = useInstead(scope, key, [{ to: "string", text: "use string, or an alias of it, as the key" }]);
    reportAt(scope, key, "load/index-key", message, remedy(...fixes));
    return undefined;
  }
  if (named === undefined) return undefined;
  const type = scope.lower.type(value, inside(scope, "[string]", ownSuffix(scope, "_value")));
  if (type === undefined) return undefined;
  return { kind: "map", value: type, ...(named === true ? {} : { key: named }) };
}

/**
 * Returns the id of the alias if the type of the keys is an alias of a string type or of string
 * literals. Returns true for any other string type, such as `string`. Returns false for any other
 * type, and undefined after it has reported a problem.
 */
function keyType(key: ts.TypeNode, scope: LowerScope): TypeId | boolean | undefined {
  if (key.kind === compiler.SyntaxKind.StringKeyword) return true;
  if (!compiler.isTypeReferenceNode(key)) return false;
  const type = scope.lower.type(key, scope);
  if (type === undefined) return undefined;
  const under = underlyingOf(scope.table, type);
  if (under === undefined) {
    if (isCircular(scope.table, type))
      reportAt(scope, key, "load/cycle", `\`${sourceTextOf(scope, key)}\` refers to itself`);
    return undefined;
  }
  if (under.kind === "ref" && isPublished(scope, under.to)) {
    const message = `the keys of a map must be strings, but codegen does not know whether \`${sourceTextOf(scope, key)}\` of another package is a string type`;
    reportAt(scope, key, "load/index-key", message, "use string as the key");
    return undefined;
  }
  const text =
    under.kind === "scalar"
      ? stringScalars.has(under.name)
      : under.kind === "literals" && typeof under.values[0] === "string";
  if (!text) return false;
  return type.kind === "ref" ? type.to : true;
}
