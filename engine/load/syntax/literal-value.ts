import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";

/**
 * Returns the value of an expression that consists of JSON literals; undefined for any other
 * expression.
 */
export function literalValue(node: ts.Expression): { readonly value: unknown } | undefined {
  if (compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node) || compiler.isParenthesizedExpression(node))
    return literalValue(node.expression);
  if (compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node)) return { value: node.text };
  if (compiler.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === compiler.SyntaxKind.NullKeyword) return { value: null };
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.MinusToken) {
    const operand = literalValue(node.operand);
    return typeof operand?.value === "number" ? { value: -operand.value } : undefined;
  }
  if (compiler.isArrayLiteralExpression(node)) {
    const elements = node.elements.map(literalValue);
    return elements.every((element) => element !== undefined)
      ? { value: elements.map((element) => element.value) }
      : undefined;
  }
  if (compiler.isObjectLiteralExpression(node)) {
    const entries: [string, unknown][] = [];
    for (const property of node.properties) {
      if (
        !compiler.isPropertyAssignment(property) ||
        compiler.isComputedPropertyName(property.name) ||
        compiler.isPrivateIdentifier(property.name)
      )
        return undefined;
      const literal = literalValue(property.initializer);
      if (literal === undefined) return undefined;
      entries.push([property.name.text, literal.value]);
    }
    return { value: Object.fromEntries(entries) };
  }
  return undefined;
}
