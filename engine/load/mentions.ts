import { ts } from "ts-morph";
import { compareText } from "../problem.js";

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** Properties of the first parameter that a function mentions, sorted; `*` where it hands the whole on. */
export function mentionsOf(node: FunctionNode): string[] {
  const [parameter] = node.parameters;
  if (parameter === undefined || node.body === undefined) return [];
  const found = new Set<string>();
  if (ts.isIdentifier(parameter.name)) visit(node.body, parameter.name.text, found);
  else bindings(parameter.name, found);
  return [...found].sort(compareText);
}

/** Identifiers that the body refers to, sorted: names of properties are not among them. */
export function usesOf(node: FunctionNode): string[] {
  const found = new Set<string>();
  const walk = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) found.add(child.text);
    else if (ts.isPropertyAccessExpression(child)) walk(child.expression);
    else if (ts.isPropertyAssignment(child)) {
      if (ts.isComputedPropertyName(child.name)) walk(child.name);
      walk(child.initializer);
    } else ts.forEachChild(child, walk);
  };
  if (node.body !== undefined) walk(node.body);
  return [...found].sort(compareText);
}

function visit(node: ts.Node, name: string, found: Set<string>): void {
  if (ts.isPropertyAccessExpression(node) && isName(node.expression, name)) {
    found.add(node.name.text);
    return;
  }
  if (ts.isElementAccessExpression(node) && isName(node.expression, name)) {
    if (ts.isStringLiteralLike(node.argumentExpression)) found.add(node.argumentExpression.text);
    else found.add("*");
    visit(node.argumentExpression, name, found);
    return;
  }
  if (ts.isVariableDeclaration(node) && node.initializer !== undefined && isName(node.initializer, name) && !ts.isIdentifier(node.name)) {
    bindings(node.name, found);
    return;
  }
  if (ts.isPropertyAccessExpression(node)) {
    visit(node.expression, name, found);
    return;
  }
  if (ts.isPropertyAssignment(node)) {
    if (ts.isComputedPropertyName(node.name)) visit(node.name, name, found);
    visit(node.initializer, name, found);
    return;
  }
  if (ts.isTypeNode(node)) return;
  if (ts.isIdentifier(node)) {
    if (node.text === name) found.add("*");
    return;
  }
  ts.forEachChild(node, (child) => {
    visit(child, name, found);
  });
}

function bindings(pattern: ts.BindingName, found: Set<string>): void {
  if (!ts.isObjectBindingPattern(pattern)) {
    found.add("*");
    return;
  }
  for (const element of pattern.elements) {
    const name = element.propertyName ?? element.name;
    if (element.dotDotDotToken !== undefined) found.add("*");
    else if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) found.add(name.text);
    else found.add("*");
  }
}

function isName(node: ts.Expression, name: string): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) return isName(node.expression, name);
  return ts.isIdentifier(node) && node.text === name;
}
