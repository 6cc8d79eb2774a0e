import { ts } from "ts-morph";

/** The value of an expression that is JSON as it stands; undefined for anything that would have to be run. */
export function literalOf(node: ts.Expression): { readonly value: unknown } | undefined {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) return literalOf(node.expression);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) {
    const operand = literalOf(node.operand);
    return typeof operand?.value === "number" ? { value: -operand.value } : undefined;
  }
  if (ts.isArrayLiteralExpression(node)) {
    const elements = node.elements.map(literalOf);
    return elements.every((element) => element !== undefined) ? { value: elements.map((element) => element.value) } : undefined;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const entries: [string, unknown][] = [];
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name) || ts.isPrivateIdentifier(property.name))
        return undefined;
      const literal = literalOf(property.initializer);
      if (literal === undefined) return undefined;
      entries.push([property.name.text, literal.value]);
    }
    return { value: Object.fromEntries(entries) };
  }
  return undefined;
}
