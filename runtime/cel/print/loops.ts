import { ListValue } from "../values/value.js";
import { makingCosts } from "../base/prices.js";
import type { Attribute, Loop, EvaluationPlan } from "../evaluate/plan.js";
import type { CodeBlock } from "./block.js";
import { Unprintable, arrayType, forms, type CodeForm, type Operand } from "./form.js";
import { MappedList } from "./folds.js";
import { readElements, readAs, type ReadFunction } from "./parts.js";
import { printResolution } from "./attributes.js";
import { literalCondition } from "./choice.js";
import type { PrintScope } from "./scope.js";

/** The variable in which a loop collects its result. */
interface Accumulator {
  readonly index: number;
  readonly name: string;
  readonly start: "true" | "false" | "0" | "[]";
  /** The form of the list's items; undefined until the first item is printed. */
  item: CodeForm | undefined;
}

/** Prints the loop of a macro, and returns its result. */
export function printLoop(loop: Loop, block: CodeBlock, scope: PrintScope): Operand {
  const operand = printItems(loop, block, scope);
  return operand instanceof MappedList ? { code: operand.code, form: operand.form } : operand;
}

/**
 * Prints a loop like `printLoop`. If the result is a mapped list, does not print the code that
 * creates the list, for callers that need only the items.
 */
export function printItems(loop: Loop, block: CodeBlock, scope: PrintScope): Operand {
  const { condition } = loop;
  if (condition.kind === "constant" && condition.value === false) return printBinding(loop, block, scope);
  const range = scope.print(loop.range, block);
  const accumulator = accumulatorOf(loop, block);
  const { name, start, index } = accumulator;
  const inner = scope.inner();
  inner.set(index, () => ({ code: name, form: formOf(accumulator) }));
  const mapped = printMapping(loop, range, accumulator, block, inner);
  if (mapped !== undefined) return mapped;
  if (start === "[]") block.line(() => `const ${name}: ${arrayType(accumulator.item ?? forms.value)} = [];`);
  else block.line(`let ${name} = ${start};`);
  const iteration = block.inner();
  const head = bindItems(loop, range, block, iteration, inner);
  const isList = range.form.kind === "list" || range.form.kind === "array";
  const greatest = (): number | undefined => (isList ? iteration.greatestCost : undefined);
  block.line(() => limitOf(greatest(), range.code));
  iteration.line(() =>
    greatest() === undefined && (iteration.cost > 0 || iteration.hasCharges) ? "cel.within(cost);" : "",
  );
  const rest = iteration.inner();
  const isKnown = printCondition(loop, accumulator, iteration, inner);
  const step = isKnown ? knownStep(loop.step, index) : undefined;
  if (step === undefined) printStep(loop.step, accumulator, rest, inner);
  else {
    rest.charge(1);
    rest.line(`${name} = ${inner.printBool(step, rest)};`);
  }
  iteration.append(rest);
  block.addLoop();
  block.line(() => `for (${head()}) {`);
  block.append(iteration);
  block.line("}");
  return inner.print(loop.result, block);
}

/**
 * Returns the statement that checks the cost limit before a loop starts. `cost` is the maximum cost
 * of an iteration. Returns an empty string if this cost is 0 or depends on values.
 */
function limitOf(cost: number | undefined, list: string): string {
  return cost === undefined || cost === 0 ? "" : `cel.within(cost + ${String(cost)} * ${list}.length);`;
}

/**
 * Prints a loop that makes one item for each item of a list, at a constant cost per item. Returns
 * the list of these items; undefined for other loops.
 */
function printMapping(
  loop: Loop,
  range: Operand,
  accumulator: Accumulator,
  block: CodeBlock,
  scope: PrintScope,
): MappedList | undefined {
  const { kind } = range.form;
  const element = accumulator.start === "[]" ? elementOfStep(loop.step, accumulator.index) : undefined;
  if (element === undefined || loop.variable2 !== undefined || (kind !== "list" && kind !== "array")) return undefined;
  if (!isVariable(loop.result, accumulator.index)) return undefined;
  const body = block.inner();
  const inner = scope.inner();
  const parameter = bindItems(loop, range, block, body, inner);
  const item = inner.print(element.plan, body);
  body.charge(element.cost);
  if (body.hasCharges) return undefined;
  const list = block.named(range.code);
  // Reading the variable of the result costs 1.
  block.charge(1);
  block.chargeFor(`${String(body.takeCost())} * ${list}.length`);
  block.line("cel.within(cost);");
  return new MappedList(list, nameIn(parameter()), item, body, block);
}

/** Returns the name of the variable that the head of a for loop declares. */
function nameIn(head: string): string {
  return head.split(" ")[1] ?? "";
}

/**
 * Prints a loop without items, which binds a value to a name. As in cel-go, the code for the value
 * and for its cost is printed where the name is first read.
 */
function printBinding({ accumulator: { index, initial }, result }: Loop, block: CodeBlock, scope: PrintScope): Operand {
  let bound: { readonly operand: Operand; readonly block: CodeBlock } | undefined;
  const inner = scope.inner();
  inner.set(index, (reader) => {
    if (initial === undefined || (bound !== undefined && !reader.isWithin(bound.block))) throw new Unprintable();
    bound ??= { operand: scope.print(initial, reader), block: reader };
    // If the value is an empty list, cel-go can append to it in place, so lists are left to the
    // evaluator.
    if (["list", "array", "value"].includes(bound.operand.form.kind)) throw new Unprintable();
    return bound.operand;
  });
  return inner.print(result, block);
}

const hints = { true: "every", false: "some", 0: "count", "[]": "list" } as const;

function accumulatorOf({ accumulator: { index, initial } }: Loop, block: CodeBlock): Accumulator {
  const start = initial?.kind === "constant" ? startOf(initial.value) : undefined;
  if (start === undefined) throw new Unprintable();
  return { index, start, name: block.code.name(hints[start]), item: undefined };
}

function startOf(initial: unknown): Accumulator["start"] | undefined {
  if (typeof initial === "boolean") return initial ? "true" : "false";
  if (initial === 0n) return "0";
  return initial instanceof ListValue && initial.size === 0 ? "[]" : undefined;
}

function formOf({ start, item }: Accumulator): CodeForm {
  if (start === "[]") return { kind: "array", item: item ?? forms.value };
  return start === "0" ? forms.int : forms.bool;
}

/**
 * Binds the variables of a loop. Returns a function that returns the head of the for loop; the
 * caller calls this function after it has printed the body.
 */
function bindItems(
  { variable, variable2 }: Loop,
  range: Operand,
  block: CodeBlock,
  iteration: CodeBlock,
  scope: PrintScope,
): () => string {
  const { code, form } = range;
  const used = { key: false, item: false };
  const bind = (slot: number, part: "key" | "item", name: string, reading: ReadFunction): void => {
    scope.set(slot, () => {
      used[part] = true;
      return reading.code === "" ? { code: name, form: reading.form } : readAs(reading, name, iteration, part);
    });
  };
  const nameOf = (part: "key" | "item", name: string): string => (used[part] ? name : `_${name}`);
  if (form.kind === "map") {
    const [key, entry] = [block.code.name("key"), block.code.name("raw")];
    bind(variable, "key", key, { code: "", form: forms.string });
    if (variable2 === undefined) return () => `const ${nameOf("key", key)} of Object.keys(${code})`;
    bind(variable2, "item", entry, readElements(block, form));
    return () => `const [${nameOf("key", key)}, ${nameOf("item", entry)}] of Object.entries(${code})`;
  }
  const reading: ReadFunction =
    form.kind === "list"
      ? readElements(block, form)
      : { code: "", form: form.kind === "array" ? form.item : forms.value };
  const items = form.kind === "value" ? `cel.itemsOf(${code})` : code;
  if (form.kind !== "list" && form.kind !== "array" && form.kind !== "value") throw new Unprintable();
  const raw = block.code.name(reading.code === "" ? "item" : "raw");
  bind(variable2 ?? variable, "item", raw, reading);
  if (variable2 === undefined) return () => `const ${nameOf("item", raw)} of ${items}`;
  if (form.kind === "value") throw new Unprintable();
  const index = block.code.name("index");
  bind(variable, "key", index, { code: "", form: forms.int });
  return () => `const [${nameOf("key", index)}, ${nameOf("item", raw)}] of ${items}.entries()`;
}

/**
 * Prints the condition of a loop. Returns true if the accumulator still has its initial value
 * whenever the condition is true.
 */
function printCondition(
  { condition }: Loop,
  { index, start }: Accumulator,
  block: CodeBlock,
  scope: PrintScope,
): boolean {
  if (condition.kind === "constant" && condition.value === true) return false;
  block.line(`if (!${scope.printBool(condition, block)}) break;`);
  if (condition.kind !== "call" || condition.call.name !== "@not_strictly_false") return false;
  const [argument] = condition.arguments;
  if (argument === undefined) return false;
  if (start === "true") return isVariable(argument, index);
  const [negated] = argument.kind === "call" && argument.call.name === "!_" ? argument.arguments : [];
  return start === "false" && negated !== undefined && isVariable(negated, index);
}

/**
 * Returns `x` for a step `accumulator && x` or `accumulator || x`; undefined for any other step.
 * While the accumulator has its initial value, `x` alone is its next value.
 */
function knownStep(step: EvaluationPlan, index: number): EvaluationPlan | undefined {
  if (step.kind !== "and" && step.kind !== "or") return undefined;
  const [first, second] = step.terms;
  return isVariable(first, index) ? second : undefined;
}

function isVariable(plan: EvaluationPlan, index: number): boolean {
  return plan.kind === "attribute" && !plan.isTest && isVariableAttribute(plan.attribute, index);
}

function isVariableAttribute(attribute: Attribute, index: number): boolean {
  return attribute.kind === "variable" && attribute.qualifiers.length === 0 && attribute.slot.index === index;
}

/** Prints the code that computes the next value of an accumulator. */
function printStep(step: EvaluationPlan, accumulator: Accumulator, block: CodeBlock, scope: PrintScope): void {
  const { name, index } = accumulator;
  if (step.kind === "attribute" && step.attribute.kind === "conditional" && !step.isTest) {
    const { condition, whenTrue, whenFalse } = step.attribute;
    const test = scope.printBool(condition, block);
    const known = literalCondition(test);
    if (known !== undefined) {
      printBranch(known ? whenTrue : whenFalse, accumulator, block, scope);
      return;
    }
    const [first, second] = [block.inner(), block.inner()];
    printBranch(whenTrue, accumulator, first, scope);
    printBranch(whenFalse, accumulator, second, scope);
    block.add(`if (${test})`, first);
    if (second.isEmpty) return;
    block.add("else", second);
    return;
  }
  const element = accumulator.start === "[]" ? elementOfStep(step, index) : undefined;
  if (element !== undefined) {
    const item = scope.print(element.plan, block);
    block.charge(element.cost);
    accumulator.item ??= item.form;
    block.line(`${name}.push(${item.code});`);
    return;
  }
  const next = scope.print(step, block);
  if (accumulator.start === "[]" || next.form.kind !== formOf(accumulator).kind) throw new Unprintable();
  block.line(`${name} = ${block.named(next.code)};`);
}

function printBranch(attribute: Attribute, accumulator: Accumulator, block: CodeBlock, scope: PrintScope): void {
  if (isVariableAttribute(attribute, accumulator.index)) return;
  if (attribute.kind === "relative" && attribute.qualifiers.length === 0)
    printStep(attribute.operand, accumulator, block, scope);
  else {
    const next = printResolution(attribute, block, scope);
    if (accumulator.start === "[]" || next.form.kind !== formOf(accumulator).kind) throw new Unprintable();
    block.line(`${accumulator.name} = ${next.code};`);
  }
}

/** An item that a step adds to a list, and the cost of the step except the item's cost. */
interface Addition {
  readonly plan: EvaluationPlan;
  readonly cost: number;
}

/** Returns the element of `accumulator + [element]`; undefined for other steps. */
function elementOfStep(step: EvaluationPlan, index: number): Addition | undefined {
  if (step.kind !== "call" || step.call.name !== "_+_") return undefined;
  const [left, right] = step.arguments;
  if (left === undefined || !isVariable(left, index)) return undefined;
  // The variable and the addition cost 1 each. A list literal with a constant item is a constant,
  // so making it is free.
  if (right?.kind === "constant" && right.value instanceof ListValue && right.value.size === 1)
    return { plan: { kind: "constant", value: right.value.at(0) }, cost: 2 };
  if (right?.kind !== "list" || right.elements.length !== 1) return undefined;
  const [element] = right.elements;
  return element?.isOptional === false ? { plan: element.value, cost: 2 + makingCosts.list } : undefined;
}
