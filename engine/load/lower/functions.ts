import type { ts } from "ts-morph";
import { compiler } from "../syntax/compiler.js";
import type { ConstantDeclaration, FunctionDeclaration, FunctionParameter, Type } from "../../model/universe.js";
import { literalValue } from "../syntax/literal-value.js";
import { mentionedNames } from "../syntax/function-body.js";
import { positionInSource } from "../syntax/parse.js";
import { hasDefaultModifier, isExported, type SourceFile } from "../syntax/source-file.js";
import { scopeOf, type LowerContext, type LowerScope } from "./scope.js";

/**
 * Returns the functions of a file: function declarations, and constants whose value is a function.
 */
export function functionsInFile(context: LowerContext, file: SourceFile): FunctionDeclaration[] {
  const found: FunctionDeclaration[] = [];
  const read = (
    node: ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression,
    name: ts.Identifier,
    commented: ts.Node,
    form: FunctionDeclaration["form"],
  ) => {
    const scope = signatureScope(context, file, name.text);
    const own = new Set((node.typeParameters ?? []).map((parameter) => parameter.name.text));
    const typeOf = (type: ts.TypeNode | undefined) =>
      type === undefined || own.size > 0 ? undefined : typeInSignature(type, scope);
    const returns = typeOf(node.type);
    found.push({
      name: name.text,
      package: scope.package,
      file: file.path,
      position: positionInSource(file.node, name.getStart(file.node)),
      exported:
        file.exports.get(name.text)?.name === name.text || (isExported(commented) && !hasDefaultModifier(commented)),
      form,
      markers: file.comments.of(commented, true).markers,
      parameters: node.parameters.map((parameter) => readParameter(parameter, file, typeOf(parameter.type))),
      ...(returns === undefined ? {} : { returns }),
      returnText: node.type?.getText(file.node) ?? "",
      ...mentionedNames(node),
    });
  };
  for (const node of file.functions) {
    // Signatures of overloads have no body and are skipped. The implementation of the function is
    // read instead.
    if (node.name !== undefined && (node.body !== undefined || file.node.isDeclarationFile))
      read(node, node.name, node, "declaration");
  }
  for (const { node, statement } of file.constants) {
    if (node.initializer !== undefined && compiler.isIdentifier(node.name) && isFunction(node.initializer))
      read(node.initializer, node.name, statement, "constant");
  }
  return found;
}

/** Returns the exported constants of a file whose values are not functions. */
export function constantsInFile(context: LowerContext, file: SourceFile): ConstantDeclaration[] {
  const found: ConstantDeclaration[] = [];
  for (const { node, statement } of file.constants) {
    if (!compiler.isIdentifier(node.name) || (node.initializer !== undefined && isFunction(node.initializer))) continue;
    if (file.exports.get(node.name.text)?.name !== node.name.text) continue;
    const written = node.type ?? (node.initializer === undefined ? undefined : typeOfResult(node.initializer, file));
    const scope = signatureScope(context, file, node.name.text);
    const type = written === undefined ? undefined : typeInSignature(written, scope);
    const literal = node.initializer === undefined ? undefined : literalValue(node.initializer);
    found.push({
      name: node.name.text,
      package: scope.package,
      file: file.path,
      position: positionInSource(file.node, node.name.getStart(file.node)),
      ...(type === undefined ? {} : { type }),
      ...(literal === undefined ? {} : { value: literal.value }),
      markers: file.comments.of(statement, true).markers,
    });
  }
  return found;
}

/**
 * Returns the declared type of an expression: the type after `as`, or the result type of the called
 * function if this file declares the function without overloads and type parameters. Returns
 * undefined for any other expression.
 */
function typeOfResult(node: ts.Expression, file: SourceFile): ts.TypeNode | undefined {
  if (compiler.isParenthesizedExpression(node)) return typeOfResult(node.expression, file);
  if (compiler.isAsExpression(node)) return compiler.isConstTypeReference(node.type) ? undefined : node.type;
  if (!compiler.isCallExpression(node) || !compiler.isIdentifier(node.expression)) return undefined;
  const { text } = node.expression;
  const called = file.functions.filter(({ name }) => name?.text === text);
  const [only] = called;
  return called.length === 1 && only?.typeParameters === undefined ? only?.type : undefined;
}

/**
 * Lowers a type in a function's signature. Returns undefined for a type that the model cannot
 * contain, without reporting a problem.
 */
function typeInSignature(node: ts.TypeNode, scope: LowerScope): Type | undefined {
  if (node.kind === compiler.SyntaxKind.VoidKeyword || isInline(node)) return undefined;
  const { value, failed } = scope.findings.attempt(scope.table, () => {
    const type = scope.lower.type(node, scope);
    scope.table.settle();
    return type;
  });
  return failed ? undefined : value;
}

/**
 * Reports whether a type is written inline. Such a type has no name by which generators could find
 * the function.
 */
function isInline(node: ts.TypeNode): boolean {
  return (
    compiler.isTypeLiteralNode(node) ||
    compiler.isIntersectionTypeNode(node) ||
    compiler.isFunctionTypeNode(node) ||
    compiler.isTypePredicateNode(node)
  );
}

function readParameter(
  parameter: ts.ParameterDeclaration,
  file: SourceFile,
  type: Type | undefined,
): FunctionParameter {
  return {
    name: compiler.isIdentifier(parameter.name) ? parameter.name.text : "",
    ...(type === undefined ? {} : { type }),
    text: parameter.type?.getText(file.node) ?? "",
  };
}

function isFunction(node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression {
  return compiler.isArrowFunction(node) || compiler.isFunctionExpression(node);
}

function signatureScope(context: LowerContext, file: SourceFile, name: string): LowerScope {
  return scopeOf(context, file, name, { expression: [name], exported: false, optional: true, signature: true });
}
