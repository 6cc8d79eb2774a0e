import { createRequire } from "node:module";
import type Handlebars from "handlebars";
import { itemNames, type TemplateExpression, type TemplatePath, type Template, type TemplateNode } from "./node.js";

/** A parsed template file. */
export interface ParsedTemplate {
  readonly body: Template;
  /** The inline partials of the file, by name. */
  readonly partials: ReadonlyMap<string, Template>;
}

/**
 * Parses a template in the subset of Handlebars' syntax that codegen supports: values, helpers,
 * `each`, `if`, `unless`, partials, and inline partials at the top level. Blank lines after an
 * inline partial are not part of the body.
 * @throws Error with the path and the line, for a syntax error or for unsupported syntax
 */
export function parseTemplate(text: string, path: string): ParsedTemplate {
  const { parse } = createRequire(import.meta.url)("handlebars") as typeof Handlebars;
  try {
    const body: TemplateNode[] = [];
    const partials = new Map<string, Template>();
    let isAfterPartial = false;
    for (const statement of parse(text).body) {
      const isPartial = isType(statement, "DecoratorBlock");
      if (isPartial) {
        const [name, partial] = inlinePartial(statement);
        if (partials.has(name)) throw unsupported(statement, `two inline partials with the name ${name}`);
        partials.set(name, partial);
      } else {
        const isBlank = isType(statement, "ContentStatement") && statement.value.trim() === "";
        if (!(isAfterPartial && isBlank)) body.push(...nodesOf(statement));
      }
      isAfterPartial = isPartial;
    }
    return { body, partials };
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
  if (isType(statement, "DecoratorBlock")) throw unsupported(statement, "an inline partial inside a block");
  throw unsupported(statement, statement.type);
}

/**
 * Returns the name and the content of an inline partial: `{{#*inline "value/list"}}…{{/inline}}`.
 * @throws Error for any other decorator
 */
function inlinePartial({ path, params, program, loc }: hbs.AST.DecoratorBlock): [string, Template] {
  const [name] = params;
  const isInline = isType(path, "PathExpression") && path.original === "inline";
  if (!isInline || name === undefined || params.length > 1 || !isType(name, "StringLiteral"))
    throw unsupported({ loc }, `a decorator other than {{#*inline "name"}}`);
  return [name.value, program.body.flatMap(nodesOf)];
}

function block(statement: hbs.AST.BlockStatement): TemplateNode {
  const name = isType(statement.path, "PathExpression") ? statement.path.original : "";
  const [param] = statement.params;
  if (param === undefined || statement.params.length > 1 || pairsOf(statement.hash).length > 0)
    throw unsupported(statement, `{{#${name}}} without exactly one argument`);
  // Either branch may be missing. For example, the inverted block `{{^if x}}` has only the second
  // branch.
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
      throw unsupported(statement, `{{#${name}}}`);
  }
}

function partialName(name: hbs.AST.PathExpression | hbs.AST.SubExpression): TemplateExpression {
  return isType(name, "SubExpression")
    ? callOf(name)
    : String((name as { readonly original: string | number }).original);
}

function callOf({
  path,
  params,
  hash,
}: Pick<hbs.AST.SubExpression, "path" | "params" | "hash"> | hbs.AST.MustacheStatement): TemplateExpression {
  if (pairsOf(hash).length > 0) throw unsupported(path, "a helper with named arguments");
  if (params.length === 0) return expressionOf(path);
  if (!isType(path, "PathExpression")) throw unsupported(path, path.type);
  return { helper: path.original, args: params.map(expressionOf) };
}

function expressionOf(node: hbs.AST.Node): TemplateExpression {
  if (isType(node, "StringLiteral")) return node.value;
  if (isType(node, "SubExpression")) return callOf(node);
  return pathOf(node);
}

function pathOf(node: hbs.AST.Node): TemplatePath {
  if (!isType(node, "PathExpression")) throw unsupported(node, node.type);
  if (!node.data) return { up: node.depth, names: node.parts, text: node.original };
  const item = itemNames.find((name) => name === node.original);
  if (item === undefined) throw unsupported(node, node.original);
  return { up: 0, names: [], item, text: item };
}

function pairsOf(hash: hbs.AST.Hash | undefined): (readonly [string, TemplatePath])[] {
  return (hash?.pairs ?? []).map(({ key, value }) => [key, pathOf(value)] as const);
}

interface NodeTypes {
  ContentStatement: hbs.AST.ContentStatement;
  CommentStatement: hbs.AST.CommentStatement;
  MustacheStatement: hbs.AST.MustacheStatement;
  PartialStatement: hbs.AST.PartialStatement;
  BlockStatement: hbs.AST.BlockStatement;
  DecoratorBlock: hbs.AST.DecoratorBlock;
  PathExpression: hbs.AST.PathExpression;
  SubExpression: hbs.AST.SubExpression;
  StringLiteral: hbs.AST.StringLiteral;
}

function isType<T extends keyof NodeTypes>(node: hbs.AST.Node, type: T): node is NodeTypes[T] {
  return node.type === type;
}

function unsupported({ loc }: Pick<hbs.AST.Node, "loc">, syntax: string): Error {
  return new Error(
    `line ${String(loc.start.line)}: templates do not support ${syntax}; ` +
      "they support each, if, unless, partials, inline partials and helpers",
  );
}
