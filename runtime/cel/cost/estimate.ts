import { makingCosts } from "../base/prices.js";
import { oncePer } from "../../util/once-per.js";
import type { CheckedSource } from "../check/check.js";
import type { Comprehension, Expression, FunctionCall } from "../tree/expression.js";
import { inOptional, type ExpressionType, type TypeKind } from "../types/type.js";
import { valueSize } from "../values/sizes.js";
import { callEstimate, type CallCost } from "./calls.js";
import { sizesOf, type CostNode, type SizeOf } from "./node.js";
import { CostPath } from "./path.js";
import { fixedRange, one, product, sum, unbounded, unionRange, unknown, zero, type SizeRange } from "./range.js";

/** The sizes of the keys and values of a list or a map. */
interface EntrySize {
  readonly container: TypeKind;
  readonly key: SizeRange;
  readonly value: SizeRange;
}

interface Variable {
  readonly path: CostPath;
  readonly size: SizeRange | undefined;
  readonly entries?: EntrySize | undefined;
}

/**
 * Returns an upper bound of the cost of one evaluation of an expression, as cel-go estimates it.
 * Returns 2n ** 64n - 1n if the cost is not bounded.
 *
 * @param sizeOf returns the size of the value at a path. Default: the size that the type of `self`
 * declares
 */
export function estimatedCost(checked: CheckedSource, sizeOf = sizesOf(checked.self)): bigint {
  return new Estimator(checked, sizeOf).cost(checked.expression).max;
}

class Estimator {
  readonly #checked: CheckedSource;
  readonly #sizeOf: SizeOf;
  /** Returns the cost of an expression. An expression that occurs twice is estimated once. */
  readonly cost = oncePer((expression: Expression): SizeRange => this.#costOf(expression));
  readonly #paths = new Map<Expression, CostPath>();
  readonly #sizes = new Map<Expression, SizeRange>();
  readonly #entries = new Map<Expression, EntrySize>();
  #variables: ReadonlyMap<string, Variable> = new Map();

  constructor(checked: CheckedSource, sizeOf: SizeOf) {
    this.#checked = checked;
    this.#sizeOf = sizeOf;
  }

  #costOf(expression: Expression): SizeRange {
    switch (expression.kind) {
      case "identifier":
        return this.#name(expression, expression.name);
      case "select":
        return this.#select(expression);
      case "call":
        return this.#call(expression);
      case "list":
        return this.#literal(expression, "list", [], expression.elements);
      case "map":
        return this.#literal(
          expression,
          "map",
          expression.entries.map(({ key }) => key),
          expression.entries.map(({ value }) => value),
        );
      case "message":
        return sum(...expression.fields.map(({ value }) => this.cost(value)), fixedRange(BigInt(makingCosts.message)));
      case "comprehension":
        return isBinding(expression) ? this.#binding(expression) : this.#loop(expression);
      default:
        return zero;
    }
  }

  #name(expression: Expression, name: string): SizeRange {
    this.#paths.set(expression, this.#variables.get(name)?.path ?? CostPath.of(name));
    return one;
  }

  #select(expression: Extract<Expression, { kind: "select" }>): SizeRange {
    const reference = this.#checked.references.get(expression);
    if (reference?.kind === "name") return this.#name(expression, reference.name);
    const operand = this.cost(expression.operand);
    if (expression.isTest) return operand;
    const { kind } = this.#typeOf(expression.operand);
    this.#paths.set(expression, this.#pathOf(expression.operand).with(expression.field));
    return ["map", "struct", "param"].includes(kind) ? sum(operand, one) : operand;
  }

  #call(call: FunctionCall): SizeRange {
    const reference = this.#checked.references.get(call);
    const [argument] = call.arguments;
    if (reference?.name === "dyn" && argument !== undefined) {
      const cost = this.cost(argument);
      this.#copySizes(call, argument);
      return sum(one, cost);
    }
    const costs: SizeRange[] = [];
    const nodes = call.arguments.map((each) => {
      costs.push(this.cost(each));
      return this.#node(each);
    });
    if (reference?.kind !== "function") return zero;
    const receiver = reference.name === call.name ? call.target : undefined;
    const receiverCost = receiver === undefined ? zero : this.cost(receiver);
    const operands = receiver === undefined ? nodes : [this.#node(receiver), ...nodes];
    let cost: SizeRange = { min: unbounded, max: 0n };
    let size: SizeRange | undefined;
    for (const overload of reference.overloads) {
      const estimate = this.#functionCost(call, reference.name, overload, operands, costs);
      cost = unionRange(cost, estimate.cost);
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : unionRange(size, estimate.size);
      if (overload === "index_list" || overload === "index_map") size = this.#indexed(call, overload);
      size ??= this.#sizeOfValue(call);
    }
    this.#setSize(call, size);
    return sum(receiverCost, cost);
  }

  /** Returns the size of an item of a list, or of a value of a map; undefined if not known. */
  #indexed(call: FunctionCall, overload: string): SizeRange | undefined {
    const container = call.arguments[0] as Expression;
    this.#paths.set(call, this.#pathOf(container).with(overload === "index_list" ? "@items" : "@values"));
    return this.#entriesOf(container)?.value;
  }

  #functionCost(
    call: FunctionCall,
    name: string,
    overload: string,
    operands: readonly CostNode[],
    costs: readonly SizeRange[],
  ): CallCost {
    if (overload === "logical_or" || overload === "logical_and") return { cost: logicCost(costs) };
    if (overload === "conditional") return this.#conditional(call, operands, costs);
    if (overload === "add_list") this.#uniteEntries(call, call.arguments);
    const { cost, size } = callEstimate(name, { overload, operands, sizeOf: this.#sizeOf });
    return { cost: sum(cost, ...costs), size };
  }

  #conditional(call: FunctionCall, nodes: readonly CostNode[], costs: readonly SizeRange[]): CallCost {
    const [condition = zero, whenTrue = zero, whenFalse = zero] = costs;
    this.#uniteEntries(call, call.arguments.slice(1));
    const size = unionRange(nodes[1]?.size ?? unknown, nodes[2]?.size ?? unknown);
    return { cost: sum(condition, unionRange(whenTrue, whenFalse)), size };
  }

  /**
   * Sets the sizes of the entries of a call whose entries come from two operands: `a + b` for
   * lists, or `condition ? a : b`.
   */
  #uniteEntries(call: FunctionCall, operands: readonly Expression[]): void {
    const [a, b] = operands.map((each) => this.#entriesOf(each));
    if (a === undefined || b === undefined) return;
    const entries = { container: a.container, key: unionRange(a.key, b.key), value: unionRange(a.value, b.value) };
    this.#entries.set(call, entries);
  }

  #literal(
    expression: Expression,
    container: "list" | "map",
    keys: readonly Expression[],
    values: readonly Expression[],
  ): SizeRange {
    let total = fixedRange(BigInt(makingCosts[container]));
    const isEmpty = values.length === 0;
    const none: SizeRange = { min: isEmpty ? 0n : unbounded, max: 0n };
    let [key, value] = [none, none];
    for (const [index, each] of values.entries()) {
      const own = keys[index];
      if (own !== undefined) total = sum(total, this.cost(own));
      total = sum(total, this.cost(each));
      if (own !== undefined) key = unionRange(key, this.#sizeOfValue(own) ?? unknown);
      value = unionRange(value, this.#sizeOfValue(each) ?? unknown);
    }
    this.#setEntries(expression, { container, key: container === "list" ? one : key, value });
    return total;
  }

  #loop(loop: Comprehension): SizeRange {
    const { range, variable, variable2, accumulator, initial, condition, step, result } = loop;
    const before = sum(this.cost(range), this.cost(initial));
    const outer = this.#variables;
    this.#bind(accumulator, initial);
    const inner = this.#variables;
    this.#bindVariables(range, variable, variable2);
    const once = sum(this.cost(condition), this.cost(step));
    this.#variables = inner;
    const after = this.cost(result);
    this.#variables = outer;
    const count = this.#sizeOfValue(range) ?? unknown;
    if (initial.kind === "literal") this.#setSize(loop, this.#sizeOfValue(initial));
    if (initial.kind === "list" || initial.kind === "map") {
      this.#setSize(loop, count);
      this.#setEntries(loop, this.#entriesOf(step));
    }
    return sum(before, after, product(count, once));
  }

  #bindVariables(range: Expression, variable: string, variable2: string | undefined): void {
    const entries = this.#entriesOf(range);
    const isList = (entries?.container ?? this.#typeOf(range).kind) === "list";
    const bind = (name: string, part: string, size: SizeRange | undefined): void => {
      this.#set(name, { path: this.#pathOf(range).with(part), size });
    };
    if (variable2 === undefined) bind(variable, isList ? "@items" : "@keys", isList ? entries?.value : entries?.key);
    else {
      bind(variable, isList ? "@indices" : "@keys", entries?.key);
      bind(variable2, isList ? "@items" : "@values", entries?.value);
    }
  }

  #binding(binding: Comprehension): SizeRange {
    const { range, initial, accumulator, result } = binding;
    const before = sum(this.cost(range), this.cost(initial));
    const outer = this.#variables;
    this.#bind(accumulator, initial);
    const cost = sum(before, this.cost(result));
    this.#variables = outer;
    this.#copySizes(binding, result);
    return cost;
  }

  #set(name: string, variable: Variable): void {
    this.#variables = new Map(this.#variables).set(name, variable);
  }

  /** Binds a name to the value of an expression. */
  #bind(name: string, value: Expression): void {
    this.#set(name, { path: this.#pathOf(value), size: this.#sizeOfValue(value), entries: this.#entriesOf(value) });
  }

  #typeOf(expression: Expression): ExpressionType {
    return this.#checked.types.get(expression) as ExpressionType;
  }

  #pathOf(expression: Expression): CostPath {
    const variable = expression.kind === "identifier" ? this.#variables.get(expression.name) : undefined;
    return variable?.path ?? this.#paths.get(expression) ?? CostPath.none;
  }

  #node(expression: Expression): CostNode {
    const path = this.#pathOf(expression);
    const isResult = path.parts[0] === "@result" || path.parts[0] === "__result__";
    return {
      path: isResult ? CostPath.none : path,
      type: this.#typeOf(expression),
      expression,
      size: this.#sizeOfValue(expression),
    };
  }

  #setSize(expression: Expression, size: SizeRange | undefined): void {
    if (size !== undefined) this.#sizes.set(expression, size);
  }

  #setEntries(expression: Expression, entries: EntrySize | undefined): void {
    if (entries !== undefined) this.#entries.set(expression, entries);
  }

  #copySizes(to: Expression, from: Expression): void {
    this.#setSize(to, this.#sizeOfValue(from));
    this.#setEntries(to, this.#entriesOf(from));
  }

  #sizeOfValue(expression: Expression): SizeRange | undefined {
    const known = this.#sizes.get(expression) ?? literalSize(expression);
    if (known !== undefined) return known;
    const declared = this.#sizeOf(this.#pathOf(expression));
    this.#setSize(expression, declared);
    if (declared !== undefined) return declared;
    if (isScalar(this.#typeOf(expression))) return one;
    return expression.kind === "identifier" ? this.#variables.get(expression.name)?.size : undefined;
  }

  #entriesOf(expression: Expression): EntrySize | undefined {
    const known = this.#entries.get(expression);
    if (known !== undefined || expression.kind !== "identifier") return known;
    return this.#variables.get(expression.name)?.entries;
  }
}

/**
 * Returns the cost of `||` or `&&`. The minimum does not include the second operand, which is not
 * always evaluated.
 */
function logicCost([first = zero, second = zero]: readonly SizeRange[]): SizeRange {
  return { min: first.min, max: sum(first, second).max };
}

function isBinding({ range, condition }: Comprehension): boolean {
  const isEmpty = range.kind === "list" && range.elements.length === 0;
  return isEmpty && condition.kind === "literal" && condition.value === false;
}

function literalSize(expression: Expression): SizeRange | undefined {
  switch (expression.kind) {
    case "literal":
      return fixedRange(BigInt(valueSize(expression.value)));
    case "list":
      return fixedRange(BigInt(expression.elements.length));
    case "map":
      return fixedRange(BigInt(expression.entries.length));
    default:
      return undefined;
  }
}

function isScalar(type: ExpressionType): boolean {
  const inner = inOptional(type);
  if (inner !== undefined) return isScalar(inner);
  return ["bool", "double", "duration", "int", "timestamp", "uint"].includes(type.kind);
}
