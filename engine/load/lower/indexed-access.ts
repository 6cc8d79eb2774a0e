import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { remedy } from "../../base/fix.js";
import type { Field, Type } from "../../model/universe.js";
import { underlyingOf } from "./resolve-alias.js";
import { replaceNode } from "./repairs.js";
import { refuseSyntax } from "./unsupported-syntax.js";
import { reportAt, sourceTextOf, type LowerScope } from "./scope.js";
import { literalKeys } from "./utility-types.js";

/** Lowers an indexed access type, such as `Pizza["spec"]` or `Toppings[number]`. */
export function lowerIndexedAccess(node: ts.IndexedAccessTypeNode, scope: LowerScope): Type | undefined {
  const { objectType, indexType } = node;
  if (indexType.kind === compiler.SyntaxKind.NumberKeyword && !compiler.isTypeQueryNode(unwrap(objectType))) {
    const list = scope.lower.type(objectType, scope);
    const under = list === undefined ? undefined : underlyingOf(scope.table, list);
    if (under?.kind === "list") return under.element;
  }
  const [key, ...others] = compiler.isLiteralTypeNode(indexType) ? (literalKeys(indexType, scope) ?? []) : [];
  if (key !== undefined && others.length === 0) {
    const structure = scope.lower.structure(objectType, scope);
    if (structure === undefined) return undefined;
    const field = structure.fields.find(({ name }) => name === key);
    if (field !== undefined && reportEmpty(field, node, scope)) return undefined;
    if (field !== undefined) return field.type;
    const message = `\`${sourceTextOf(scope, objectType)}\` has no field \`${key}\``;
    reportAt(scope, indexType, "load/unresolved-name", message);
    return undefined;
  }
  const { code, message, ...advice } = refuseSyntax(node, scope);
  reportAt(scope, node, code, message, advice);
  return undefined;
}

/**
 * Reports an indexed access type that includes undefined or null, if the field with this type does
 * not allow it. Returns true if it has reported the problem.
 */
function reportEmpty({ name, optional, nullable }: Field, node: ts.Node, scope: LowerScope): boolean {
  const text = sourceTextOf(scope, node);
  const isUndefined = optional && !scope.optional;
  if (!isUndefined && (nullable !== true || scope.nullable === true)) return false;
  const [code, absent, reason, mark] = isUndefined
    ? (["load/undefined", "undefined", "optional", "optional with `?`"] as const)
    : (["load/null", "null", "nullable", "nullable"] as const);
  const edits = [replaceNode(scope, node, `NonNullable<${node.getText(scope.file.node)}>`)];
  const advice = remedy({ text: `make the field ${mark}, or write NonNullable<${text}>`, edits });
  reportAt(scope, node, code, `\`${text}\` includes ${absent}, because \`${name}\` is ${reason}`, advice);
  return true;
}

function unwrap(node: ts.TypeNode): ts.TypeNode {
  return compiler.isParenthesizedTypeNode(node) ? unwrap(node.type) : node;
}
