import type { ts } from "ts-morph";
import { once } from "../../util/once.js";
import { compiler } from "./compiler.js";
import { orderStrings } from "../../base/problem.js";

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** The names that a function's body uses. */
export interface MentionedNames {
  /**
   * Properties of the first parameter that the body uses, sorted. Contains `*` if the body uses the
   * parameter itself, for example as an argument.
   */
  readonly mentions: readonly string[];
  /** Identifiers in the body, sorted. Names of properties are not included. */
  readonly uses: readonly string[];
}

/** Returns the names that a function's body uses. */
export const mentionedNames = once((node: FunctionNode): MentionedNames => ({
  mentions: mentionsOf(node),
  uses: usesOf(node),
}));

function mentionsOf(node: FunctionNode): string[] {
  const [parameter] = node.parameters;
  if (parameter === undefined || node.body === undefined) return [];
  const found = new Set<string>();
  if (compiler.isIdentifier(parameter.name)) visit(node.body, parameter.name.text, found);
  else bindings(parameter.name, found);
  return [...found].sort(orderStrings);
}

function usesOf(node: FunctionNode): string[] {
  const found = new Set<string>();
  const walk = (child: ts.Node): void => {
    if (compiler.isIdentifier(child)) found.add(child.text);
    else if (compiler.isPropertyAccessExpression(child)) walk(child.expression);
    else if (compiler.isPropertyAssignment(child)) {
      if (compiler.isComputedPropertyName(child.name)) walk(child.name);
      walk(child.initializer);
    } else compiler.forEachChild(child, walk);
  };
  if (node.body !== undefined) walk(node.body);
  return [...found].sort(orderStrings);
}

function visit(node: ts.Node, name: string, found: Set<string>): void {
  if (compiler.isPropertyAccessExpression(node) && isName(node.expression, name)) {
    found.add(node.name.text);
    return;
  }
  if (compiler.isElementAccessExpression(node) && isName(node.expression, name)) {
    if (compiler.isStringLiteralLike(node.argumentExpression)) found.add(node.argumentExpression.text);
    else found.add("*");
    visit(node.argumentExpression, name, found);
    return;
  }
  if (
    compiler.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    isName(node.initializer, name) &&
    !compiler.isIdentifier(node.name)
  ) {
    bindings(node.name, found);
    return;
  }
  if (compiler.isPropertyAccessExpression(node)) {
    visit(node.expression, name, found);
    return;
  }
  if (compiler.isPropertyAssignment(node)) {
    if (compiler.isComputedPropertyName(node.name)) visit(node.name, name, found);
    visit(node.initializer, name, found);
    return;
  }
  if (compiler.isTypeNode(node)) return;
  if (compiler.isIdentifier(node)) {
    if (node.text === name) found.add("*");
    return;
  }
  compiler.forEachChild(node, (child) => {
    visit(child, name, found);
  });
}

function bindings(pattern: ts.BindingName, found: Set<string>): void {
  if (!compiler.isObjectBindingPattern(pattern)) {
    found.add("*");
    return;
  }
  for (const element of pattern.elements) {
    const name = element.propertyName ?? element.name;
    if (element.dotDotDotToken !== undefined) found.add("*");
    else if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name)) found.add(name.text);
    else found.add("*");
  }
}

function isName(node: ts.Expression, name: string): boolean {
  if (compiler.isParenthesizedExpression(node) || compiler.isNonNullExpression(node) || compiler.isAsExpression(node))
    return isName(node.expression, name);
  return compiler.isIdentifier(node) && node.text === name;
}
