import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import { underlyingOf } from "./resolve-alias.js";
import type { LowerScope } from "./scope.js";

const utilities = ["Partial", "Required", "Readonly", "Pick", "Omit"] as const;
export type Utility = (typeof utilities)[number] | "Record";

/** A reference to a type by its name: in a type, or in the `extends` clause of an interface. */
export type ReferenceNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments;

/**
 * Returns the global utility type to which a type refers, such as `Partial`; undefined for other
 * types. `Record` counts as a utility type only if its keys are literals.
 */
export function utilityOf(node: ts.Node, scope: LowerScope): Utility | undefined {
  if (!compiler.isTypeReferenceNode(node) && !compiler.isExpressionWithTypeArguments(node)) return undefined;
  const written = nameIn(node);
  if (!compiler.isIdentifier(written)) return undefined;
  const name = written.text;
  if (name !== "Record" && !utilities.some((utility) => utility === name)) return undefined;
  if (scope.parameters.has(name) || scope.find.name(scope.file, [name]) !== undefined) return undefined;
  if (name !== "Record") return utilities.find((utility) => utility === name);
  const [key] = node.typeArguments ?? [];
  return key !== undefined && literalKeys(key, scope) !== undefined ? "Record" : undefined;
}

/**
 * Returns the identifiers in the dotted name of a reference. Returns an empty list for an
 * expression that is not a name.
 */
export function identifiersOf(node: ReferenceNode): readonly string[] {
  return identifiersIn(nameIn(node));
}

function nameIn(node: ReferenceNode): ts.EntityName | ts.Expression {
  return compiler.isTypeReferenceNode(node) ? node.typeName : node.expression;
}

function identifiersIn(node: ts.EntityName | ts.Expression): readonly string[] {
  if (compiler.isIdentifier(node)) return [node.text];
  if (compiler.isQualifiedName(node)) return [...identifiersIn(node.left), node.right.text];
  const left = compiler.isPropertyAccessExpression(node) ? identifiersIn(node.expression) : [];
  return compiler.isPropertyAccessExpression(node) && left.length > 0 ? [...left, node.name.text] : [];
}

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
