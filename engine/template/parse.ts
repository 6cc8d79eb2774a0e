import { createRequire } from "node:module";
import type Handlebars from "handlebars";
import { itemNames, type Expression, type Path, type Template, type TemplateNode } from "./node.js";

/**
 * Reads Handlebars' syntax, as far as generators need it: values, the four helpers, `each`, `if`,
 * `unless`, partials.
 * @throws Error with the line, for syntax that Handlebars does not know or that is not among these
 */
export function parseTemplate(text: string, path: string): Template {
  const { parse } = createRequire(import.meta.url)("handlebars") as typeof Handlebars;
  try {
    return parse(text).body.flatMap((statement) => nodesOf(statement));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function nodesOf(statement: hbs.AST.Statement): TemplateNode[] {
  if (isType(statement, "ContentStatement")) return statement.value === "" ? [] : [statement.value];
  if (isType(statement, "CommentStatement")) return [];
  if (isType(statement, "MustacheStatement")) return [{ kind: "print", value: callOf(statement) }];
  if (isType(statement, "PartialStatement")) {
    const [context] = statement.params;
    return [
      {
        kind: "partial",
        name: partialName(statement.name),
        context: context === undefined ? null : pathOf(context),
        more: pairsOf(statement.hash),
      },
    ];
  }
  if (isType(statement, "BlockStatement")) return [block(statement)];
  throw unknown(statement, statement.type);
}

function block(statement: hbs.AST.BlockStatement): TemplateNode {
  const name = isType(statement.path, "PathExpression") ? statement.path.original : "";
  const [param] = statement.params;
  if (param === undefined || statement.params.length > 1 || pairsOf(statement.hash).length > 0)
    throw unknown(statement, `{{#${name}}} with other than one value`);
  // Either half may be missing: `{{^}}` alone.
  const [body, otherwise] = [statement.program, statement.inverse].map(
    (program: hbs.AST.Program | undefined) => program?.body.flatMap(nodesOf) ?? [],
  );
  switch (name) {
    case "each":
      return { kind: "each", of: pathOf(param), body: body ?? [], otherwise: otherwise ?? [] };
    case "if":
      return { kind: "if", condition: pathOf(param), body: body ?? [], otherwise: otherwise ?? [] };
    case "unless":
      return { kind: "if", condition: pathOf(param), body: otherwise ?? [], otherwise: body ?? [] };
    default:
      throw unknown(statement, `{{#${name}}}`);
  }
}

function partialName(name: hbs.AST.PathExpression | hbs.AST.SubExpression): Expression {
  return isType(name, "SubExpression")
    ? callOf(name)
    : String((name as { readonly original: string | number }).original);
}

function callOf({
  path,
  params,
  hash,
}: Pick<hbs.AST.SubExpression, "path" | "params" | "hash"> | hbs.AST.MustacheStatement): Expression {
  if (pairsOf(hash).length > 0) throw unknown(path, "named values of a helper");
  if (params.length === 0) return expressionOf(path);
  if (!isType(path, "PathExpression")) throw unknown(path, path.type);
  return { helper: path.original, args: params.map(expressionOf) };
}

function expressionOf(node: hbs.AST.Node): Expression {
  if (isType(node, "StringLiteral")) return node.value;
  if (isType(node, "SubExpression")) return callOf(node);
  return pathOf(node);
}

function pathOf(node: hbs.AST.Node): Path {
  if (!isType(node, "PathExpression")) throw unknown(node, node.type);
  if (!node.data) return { up: node.depth, names: node.parts, text: node.original };
  const item = itemNames.find((name) => name === node.original);
  if (item === undefined) throw unknown(node, node.original);
  return { up: 0, names: [], item, text: item };
}

function pairsOf(hash: hbs.AST.Hash | undefined): (readonly [string, Path])[] {
  return (hash?.pairs ?? []).map(({ key, value }) => [key, pathOf(value)] as const);
}

interface NodeTypes {
  ContentStatement: hbs.AST.ContentStatement;
  CommentStatement: hbs.AST.CommentStatement;
  MustacheStatement: hbs.AST.MustacheStatement;
  PartialStatement: hbs.AST.PartialStatement;
  BlockStatement: hbs.AST.BlockStatement;
  PathExpression: hbs.AST.PathExpression;
  SubExpression: hbs.AST.SubExpression;
  StringLiteral: hbs.AST.StringLiteral;
}

function isType<T extends keyof NodeTypes>(node: hbs.AST.Node, type: T): node is NodeTypes[T] {
  return node.type === type;
}

function unknown(node: hbs.AST.Node, what: string): Error {
  return new Error(
    `line ${String(node.loc.start.line)}: templates can't have ${what}; they have each, if, unless, partials and the helpers`,
  );
}
