/** @file Kubernetes' estimates of the costs of CEL rules, as far as they need no functions. */
import type { Expression, FunctionCall } from "../cel/index.js";
import { sizeOf } from "./cel-sizes.js";
import type { CELType } from "./cel-schema.js";

/** The greatest estimated cost of one rule, and of all rules of a version. */
export const [limitOfRule, limitOfVersion] = [10_000_000, 100_000_000];

/** The cost of reading one byte of a text or one item of a list that is compared. */
const traversal = 0.1;

/** Operators that cost one unit for operands of these types. */
const cheap: ReadonlySet<string> = new Set("_<_ _<=_ _>_ _>=_ _+_ _-_ _*_ _/_ _%_".split(" "));
const cheapTypes: ReadonlySet<string> = new Set(["int", "double", "bool"]);

/** Returns the type of a part of an expression. */
type TypeOf = (expression: Expression) => CELType;

/**
 * Returns the greatest cost of an expression that Kubernetes estimates; undefined for an expression
 * with functions, loops or other parts whose cost is not known here.
 */
export function estimatedCost(expression: Expression, typeOf: TypeOf): number | undefined {
  switch (expression.kind) {
    case "literal":
      return 0;
    case "identifier":
      return typeOf(expression).kind === "unknown" ? undefined : 1;
    case "select": {
      const { kind } = typeOf(expression.operand);
      const operand = estimatedCost(expression.operand, typeOf);
      if (operand === undefined || (kind !== "object" && kind !== "map")) return undefined;
      return operand + (expression.isTest ? 0 : 1);
    }
    case "call":
      return costOfCall(expression, typeOf);
    default:
      return undefined;
  }
}

function costOfCall({ name, target, arguments: given }: FunctionCall, typeOf: TypeOf): number | undefined {
  const all = [...(target === undefined ? [] : [target]), ...given];
  const costs = all.map((one) => estimatedCost(one, typeOf));
  if (!costs.every((cost) => cost !== undefined)) return undefined;
  const sum = costs.reduce((total, cost) => total + cost, 0);
  const [first, second] = all;
  switch (name) {
    case "_&&_":
    case "_||_":
      return sum;
    case "!_":
      return sum + 1;
    case "_?_:_": {
      const [condition = 0, whenTrue = 0, whenFalse = 0] = costs;
      return condition + Math.max(whenTrue, whenFalse);
    }
    case "_==_":
    case "_!=_": {
      const sizes = all.map((one) => sizeOfValue(one, typeOf));
      return sizes.every((size) => size !== undefined) ? sum + Math.ceil(Math.min(...sizes) * traversal) : undefined;
    }
    case "size":
      return all.length === 1 && first !== undefined && isSized(typeOf(first)) ? sum + 1 : undefined;
    default:
      if (isConcatenation(name, all, typeOf)) {
        const size = sizeOfConcatenation(all, typeOf);
        return size === undefined ? undefined : sum + Math.ceil(size * traversal);
      }
      if (!cheap.has(name) || first === undefined || second === undefined) return undefined;
      return cheapTypes.has(typeOf(first).kind) && cheapTypes.has(typeOf(second).kind) ? sum + 1 : undefined;
  }
}

function isConcatenation(name: string, parts: readonly Expression[], typeOf: TypeOf): boolean {
  return name === "_+_" && parts.every((part) => typeOf(part).kind === "string");
}

function sizeOfConcatenation(parts: readonly Expression[], typeOf: TypeOf): number | undefined {
  const sizes = parts.map((part) => sizeOfValue(part, typeOf));
  return sizes.every((size) => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined;
}

function isSized({ kind }: CELType): boolean {
  return kind === "list" || kind === "map" || kind === "string";
}

/** Returns the size of a value: the declared one of a field, the length of a text, otherwise 1. */
function sizeOfValue(expression: Expression, typeOf: TypeOf): number | undefined {
  const type = typeOf(expression);
  if (expression.kind === "literal")
    return typeof expression.value === "string" ? Array.from(expression.value).length : 1;
  const isField = expression.kind === "identifier" || (expression.kind === "select" && !expression.isTest);
  if (!isField) {
    if (expression.kind === "call" && isConcatenation(expression.name, expression.arguments, typeOf))
      return sizeOfConcatenation(expression.arguments, typeOf);
    return cheapTypes.has(type.kind) ? 1 : undefined;
  }
  return type.schema === undefined ? undefined : sizeOf(type.schema)?.most;
}

/** Returns the error text of Kubernetes for a cost above a limit. */
export function costText(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? "more than 100x" : `${factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
