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
  if (compiler.isPropertyAccessExpression(node)) {
    if (isName(node.expression, name)) found.add(node.name.text);
    else visit(node.expression, name, found);
  } else if (compiler.isElementAccessExpression(node) && isName(node.expression, name)) {
    found.add(compiler.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : "*");
    visit(node.argumentExpression, name, found);
  } else if (isBindingOf(node, name)) bindings(node.name, found);
  else if (compiler.isPropertyAssignment(node)) {
    if (compiler.isComputedPropertyName(node.name)) visit(node.name, name, found);
    visit(node.initializer, name, found);
  } else if (compiler.isIdentifier(node)) {
    if (node.text === name) found.add("*");
  } else if (!compiler.isTypeNode(node))
    compiler.forEachChild(node, (child) => {
      visit(child, name, found);
    });
}

/** Reports whether a variable declaration takes a value apart, as in `const { spec } = input`. */
function isBindingOf(node: ts.Node, name: string): node is ts.VariableDeclaration {
  if (!compiler.isVariableDeclaration(node) || compiler.isIdentifier(node.name)) return false;
  return node.initializer !== undefined && isName(node.initializer, name);
}

function bindings(pattern: ts.BindingName, found: Set<string>): void {
  if (!compiler.isObjectBindingPattern(pattern)) {
    found.add("*");
    return;
  }
  for (const { propertyName, name, dotDotDotToken } of pattern.elements) {
    const key = propertyName ?? name;
    const isPlain = compiler.isIdentifier(key) || compiler.isStringLiteralLike(key);
    found.add(isPlain && dotDotDotToken === undefined ? key.text : "*");
  }
}

function isName(node: ts.Expression, name: string): boolean {
  if (compiler.isParenthesizedExpression(node) || compiler.isNonNullExpression(node) || compiler.isAsExpression(node))
    return isName(node.expression, name);
  return compiler.isIdentifier(node) && node.text === name;
}
