import type { CELEnvironment } from "../environment/environment.js";
import type { Expression, FunctionCall, MapEntry, MessageField } from "../tree/expression.js";
import type { SourceProblems } from "../base/source.js";
import { isReserved } from "../types/provider.js";
import type { RuleName } from "./grammar.js";
import { LiteralProblem, numberValue, stringValueOf } from "./literal.js";
import { MacroProblem, type Macro } from "../environment/macros.js";
import { Stop, type Tree } from "./parser.js";
import type { Token, TokenKind } from "./token.js";

const deepest = 250;

const binaryOperators: readonly TokenKind[] = ["==", "!=", "in", "<", "<=", ">=", ">", "+", "-", "*", "/", "%"];

/** Converts a syntax tree to an expression, and expands macros. */
export class Builder {
  readonly #problems: SourceProblems;
  readonly #hasOptionals: boolean;
  readonly #macros: ReadonlyMap<string, Macro>;
  #depth = 0;

  constructor(environment: CELEnvironment, problems: SourceProblems) {
    this.#hasOptionals = environment.has("optionals");
    this.#problems = problems;
    this.#macros = new Map(
      environment.macros.map((macro) => [macroKey(macro.name, macro.arguments, macro.isMethod), macro]),
    );
  }

  /**
   * Returns the expression of a tree. A tree that consists only of another tree is skipped.
   *
   * @throws Stop if the expression is nested too deeply
   */
  expression(start: Tree | undefined): Expression {
    const tree = innermost(start);
    if (tree === undefined) return { kind: "missing", at: noPosition };
    switch (tree.rule) {
      case "conditionalOr":
        return this.#logic(tree, "||", "_||_");
      case "conditionalAnd":
        return this.#logic(tree, "&&", "_&&_");
      case "unary":
        return this.#unary(tree);
      case "primary":
        return this.#primary(tree);
      case "literal":
        return this.#literal(tree);
      case "expr":
      case "relation":
      case "calc":
      case "member":
        return this.#nested(tree);
      default:
        return { kind: "missing", at: noPosition };
    }
  }

  #nested(tree: Tree): Expression {
    if (++this.#depth > deepest) {
      this.#problems.add(undefined, "max recursion depth exceeded");
      throw new Stop();
    }
    const expression =
      tree.rule === "expr" ? this.#conditional(tree) : tree.rule === "member" ? this.#member(tree) : this.#binary(tree);
    this.#depth--;
    return expression;
  }

  #conditional(tree: Tree): Expression {
    const [condition, whenTrue] = trees(tree, "conditionalOr");
    const operator = tokenOf(tree, "?");
    const parts = [condition, whenTrue, trees(tree, "expr")[0]].map((part) => this.expression(part));
    return this.#call(operator?.at ?? tree.at, "_?_:_", undefined, parts);
  }

  /**
   * Returns the expression of a chain of `&&` or `||`. The result is a balanced tree, so that its
   * depth does not grow linearly with the length of the chain.
   */
  #logic(tree: Tree, operator: TokenKind, name: string): Expression {
    const operators = tokens(tree, operator);
    const terms = tree.children.filter(isTree).map((term) => this.expression(term));
    const balanced = (low: number, high: number): Expression => {
      if (low > high) return terms[low] as Expression;
      const middle = Math.floor((low + high + 1) / 2);
      return {
        kind: "call",
        at: operators[middle]?.at ?? tree.at,
        name,
        arguments: [balanced(low, middle - 1), balanced(middle + 1, high)],
      };
    };
    return balanced(0, operators.length - 1);
  }

  #binary(tree: Tree): Expression {
    const [left, right] = trees(tree, tree.rule);
    const operator = tree.children.find(isToken);
    if (operator === undefined || !binaryOperators.includes(operator.kind))
      return this.#problem(tree.at, "operator not found");
    const name = operator.kind === "in" ? "@in" : `_${operator.kind}_`;
    return this.#call(operator.at, name, undefined, [this.expression(left), this.expression(right)]);
  }

  /**
   * Returns the expression of one or more `!`, or of one or more `-`. An even number of operators
   * has no effect, and an odd number has the effect of one operator.
   */
  #unary(tree: Tree): Expression {
    const operators = tree.children.filter(isToken);
    const [operator] = operators;
    if (operator === undefined) return { kind: "literal", at: tree.at, value: "<<error>>" };
    const operand = this.expression(trees(tree, "member")[0]);
    if (operators.length % 2 === 0) return operand;
    return this.#call(operator.at, operator.kind === "!" ? "!_" : "-_", undefined, [operand]);
  }

  #member(tree: Tree): Expression {
    const operand = this.expression(trees(tree, "member")[0]);
    if (tree.alternative === 0) return this.#select(tree, operand);
    if (tree.alternative === 1) {
      const name = tokenOf(tree, "IDENTIFIER");
      const open = tokenOf(tree, "(");
      if (name === undefined) return { kind: "missing", at: tree.at };
      return this.#call(open?.at ?? noPosition, name.text, operand, this.#list(tree));
    }
    const open = tokenOf(tree, "[");
    if (open === undefined) return { kind: "missing", at: tree.at };
    const index = this.expression(trees(tree, "expr")[0]);
    if (tokenOf(tree, "?") === undefined) return this.#call(open.at, "_[_]", undefined, [operand, index]);
    if (!this.#hasOptionals) return this.#problem(open.at, "unsupported syntax '[?'");
    return this.#call(open.at, "_[?_]", undefined, [operand, index]);
  }

  #select(tree: Tree, operand: Expression): Expression {
    const dot = tokenOf(tree, ".");
    const [name] = trees(tree, "escapeIdent");
    if (dot === undefined || name === undefined) return { kind: "missing", at: tree.at };
    const field = this.#name(name, name.at);
    if (tokenOf(tree, "?") === undefined)
      return { kind: "select", at: dot.at, operand, field: field ?? "", isTest: false };
    if (!this.#hasOptionals) return this.#problem(dot.at, "unsupported syntax '.?'");
    const key: Expression = { kind: "literal", at: name.at, value: field ?? "" };
    return { kind: "call", at: dot.at, name: "_?._", arguments: [operand, key] };
  }

  /**
   * Returns a name without backquotes. If the name is missing, adds a problem at the index `at`,
   * and returns undefined.
   */
  #name(tree: Tree | undefined, at: number): string | undefined {
    const token = tree?.children.find(isToken);
    if (token === undefined) {
      this.#problem(at, "unsupported ident kind");
      return undefined;
    }
    return token.kind === "ESC_IDENTIFIER" ? token.text.slice(1, -1) : token.text;
  }

  #primary(tree: Tree): Expression {
    switch (tree.alternative) {
      case 0:
      case 1:
        return this.#identifier(tree);
      case 3:
        return this.#listLiteral(tree);
      case 4:
        return { kind: "map", at: tokenOf(tree, "{")?.at ?? noPosition, entries: this.#entries(tree) };
      case 5:
        return this.#message(tree);
      default:
        return { kind: "missing", at: noPosition };
    }
  }

  #identifier(tree: Tree): Expression {
    const token = tokenOf(tree, "IDENTIFIER");
    if (token === undefined) return { kind: "missing", at: tree.at };
    if (isReserved(token.text)) return this.#problem(tree.at, `reserved identifier: ${token.text}`);
    const name = `${tokenOf(tree, ".")?.text ?? ""}${token.text}`;
    if (tree.alternative === 0) return { kind: "identifier", at: token.at, name };
    return this.#call(tokenOf(tree, "(")?.at ?? noPosition, name, undefined, this.#list(tree));
  }

  #list(tree: Tree): readonly Expression[] {
    return trees(trees(tree, "exprList")[0], "expr").map((each) => this.expression(each));
  }

  #listLiteral(tree: Tree): Expression {
    const optional = new Set<number>();
    const elements = trees(trees(tree, "listInit")[0], "optExpr").map((each, index) => {
      const element = this.expression(trees(each, "expr")[0]);
      const sign = tokenOf(each, "?");
      if (sign !== undefined && !this.#refusesOptional(true, sign.at)) optional.add(index);
      return element;
    });
    return { kind: "list", at: tokenOf(tree, "[")?.at ?? noPosition, elements, optional };
  }

  #entries(tree: Tree): readonly MapEntry[] {
    const list = trees(tree, "mapInitializerList")[0];
    const keys = trees(list, "optExpr");
    const values = trees(list, "expr");
    return tokens(list, ":").flatMap(({ at }, index) => {
      const key = keys[index];
      const isOptional = tokenOf(key, "?") !== undefined;
      if (this.#refusesOptional(isOptional, key?.at ?? at)) return [];
      const parts = [trees(key, "expr")[0], values[index]].map((part) => this.expression(part));
      return [{ at, isOptional, key: parts[0] as Expression, value: parts[1] as Expression }];
    });
  }

  #message(tree: Tree): Expression {
    const dot = tree.children.find(isToken)?.kind === "." ? "." : "";
    const name = `${dot}${tokens(tree, "IDENTIFIER")
      .map(({ text }) => text)
      .join(".")}`;
    const list = trees(tree, "fieldInitializerList")[0];
    return { kind: "message", at: tokenOf(tree, "{")?.at ?? noPosition, name, fields: this.#fields(list) };
  }

  #fields(list: Tree | undefined): readonly MessageField[] {
    const colons = tokens(list, ":");
    const values = trees(list, "expr");
    return trees(list, "optField").flatMap((field, index) => {
      const colon = colons[index];
      if (colon === undefined) return [];
      const isOptional = tokenOf(field, "?") !== undefined;
      if (this.#refusesOptional(isOptional, field.at)) return [];
      const name = this.#name(trees(field, "escapeIdent")[0], list?.at ?? noPosition);
      const value = this.expression(values[index]);
      return [{ at: colon.at, name: name ?? "", value, isOptional }];
    });
  }

  #refusesOptional(isOptional: boolean, at: number): boolean {
    const isRefused = isOptional && !this.#hasOptionals;
    if (isRefused) this.#problem(at, "unsupported syntax '?'");
    return isRefused;
  }

  #literal(tree: Tree): Expression {
    const sign = tokenOf(tree, "-");
    const token = tree.children.filter(isToken).at(-1);
    const { at } = tree;
    try {
      switch (token?.kind) {
        case "NUM_INT":
        case "NUM_UINT":
        case "NUM_FLOAT":
          return { kind: "literal", at, value: numberValue(token.kind, `${sign?.text ?? ""}${token.text}`) };
        case "STRING":
        case "BYTES":
          return { kind: "literal", at, value: stringValueOf(token.kind, token.text) };
        case "true":
        case "false":
          return { kind: "literal", at, value: token.kind === "true" };
        case "null":
          return { kind: "literal", at, value: null };
        default:
          return { kind: "missing", at: noPosition };
      }
    } catch (error) {
      if (error instanceof LiteralProblem) return this.#problem(at, error.message);
      throw error;
    }
  }

  #call(at: number, name: string, target: Expression | undefined, parts: readonly Expression[]): Expression {
    const macro = this.#macros.get(macroKey(name, parts.length, target !== undefined));
    try {
      const call: FunctionCall = { kind: "call", at, name, ...(target && { target }), arguments: parts };
      return macro?.expand({ at, target: target ?? call, arguments: parts }) ?? call;
    } catch (error) {
      if (error instanceof MacroProblem) return this.#problem(error.at, error.message);
      throw error;
    }
  }

  #problem(at: number, message: string): Expression {
    this.#problems.add(at, message);
    return { kind: "missing", at };
  }
}

/** The position of an expression that is missing in the source: before the first column. */
const noPosition = -1;

function macroKey(name: string, count: number, isMethod: boolean): string {
  return `${name}:${String(count)}:${String(isMethod)}`;
}

/** Follows trees that consist of only one other tree. Returns the last of these trees. */
function innermost(start: Tree | undefined): Tree | undefined {
  let tree = start;
  for (let inner = tree && only(tree); inner !== undefined; inner = only(inner)) tree = inner;
  return tree;
}

function only(tree: Tree): Tree | undefined {
  const isParenthesis = tree.rule === "primary" && tree.alternative === 2;
  if (isParenthesis) return trees(tree, "expr")[0];
  if (tree.rule === "start") return trees(tree, "expr")[0];
  if (tree.children.some(isToken)) return undefined;
  const [child, second] = tree.children.filter(isTree);
  return second === undefined ? child : undefined;
}

function isTree(child: Tree | Token): child is Tree {
  return "rule" in child;
}

function isToken(child: Tree | Token): child is Token {
  return "kind" in child;
}

function trees(tree: Tree | undefined, rule: RuleName): readonly Tree[] {
  return tree?.children.filter(isTree).filter((child) => child.rule === rule) ?? [];
}

function tokens(tree: Tree | undefined, kind: TokenKind): readonly Token[] {
  return tree?.children.filter(isToken).filter((child) => child.kind === kind) ?? [];
}

function tokenOf(tree: Tree | undefined, kind: TokenKind): Token | undefined {
  return tokens(tree, kind)[0];
}
