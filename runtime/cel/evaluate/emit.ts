import { oncePer } from "../../util/once-per.js";
import { CELOptional } from "../values/classes.js";
import { emitAttribute } from "./attributes.js";
import { emitCall } from "./emit-call.js";
import { emitLoop } from "./emit-loop.js";
import { mapOf } from "../values/collections.js";
import { printed } from "../values/describe.js";
import { noSuchOverload } from "../values/equality.js";
import { makingCosts } from "../base/prices.js";
import type { EvaluationFrame, RunFrame } from "./frame.js";
import { emitIntComparison } from "./ints.js";
import { ItemList } from "../values/lists.js";
import { createMessage, wrongField } from "./messages.js";
import { assertHashable } from "../values/hash-keys.js";
import type { Element, MapEntryPlan, MessageFieldPlan, EvaluationPlan } from "./plan.js";
import { EvaluationError, type Result, type Value } from "../values/value.js";

/** Returns the function that evaluates a plan. A plan that occurs twice has one function. */
export const emit: (plan: EvaluationPlan) => RunFrame = oncePer(emitNew);

function emitNew(plan: EvaluationPlan): RunFrame {
  switch (plan.kind) {
    case "constant": {
      const { value } = plan;
      return () => value;
    }
    case "attribute":
      return emitAttribute(plan, emit);
    case "and":
      return emitLogic(plan.terms, false);
    case "or":
      return emitLogic(plan.terms, true);
    case "call":
      return emitIntComparison(plan.call.name, plan.arguments, emit) ?? emitCall(plan.call, plan.arguments.map(emit));
    case "member": {
      const argument = emit(plan.argument);
      const { constants } = plan;
      return (frame) => {
        const value = argument(frame);
        return value instanceof EvaluationError ? value : constants.has(value);
      };
    }
    case "first":
      return emitFirst(plan);
    case "list":
      return emitList(plan.elements);
    case "map":
      return emitMap(plan.entries);
    case "message":
      return emitMessage(plan.name, plan.fields);
    case "loop":
      return emitLoop(plan, emit);
  }
}

/**
 * Returns the function for `||` or `&&`. A term that decides the result hides the errors of the
 * other terms.
 */
function emitLogic([left, right]: readonly [EvaluationPlan, EvaluationPlan], decisive: boolean): RunFrame {
  const [first, second] = [emit(left), emit(right)];
  const other = !decisive;
  return (frame) => {
    const a = first(frame);
    if (a === decisive) return decisive;
    const b = second(frame);
    if (b === decisive) return decisive;
    if (a !== other) return a instanceof EvaluationError ? a : noSuchOverload;
    if (b !== other) return b instanceof EvaluationError ? b : noSuchOverload;
    return other;
  };
}

function emitFirst({ left, right, isValue }: Extract<EvaluationPlan, { kind: "first" }>): RunFrame {
  const [first, second] = [emit(left), emit(right)];
  return (frame) => {
    const value = first(frame);
    if (value instanceof EvaluationError) return value;
    if (!(value instanceof CELOptional)) return noSuchOverload;
    if (value.value === undefined) return second(frame);
    return isValue ? value.value : value;
  };
}

type Part<T extends Element> = Omit<T, "value" | "key"> & { readonly run: RunFrame };

function withRuns<T extends Element>(elements: readonly T[]): readonly Part<T>[] {
  return elements.map((element) => ({ ...element, run: emit(element.value) }));
}

function emitList(elements: readonly Element[]): RunFrame {
  const parts = withRuns(elements);
  const evaluate = (frame: EvaluationFrame): Result => {
    const items: Result[] = [];
    for (const { run, isOptional } of parts) {
      const item = run(frame);
      if (item instanceof EvaluationError) return item;
      if (!isOptional) items.push(item);
      else if (!(item instanceof CELOptional))
        return new EvaluationError(`cannot initialize optional list element from non-optional value ${printed(item)}`);
      else if (item.value !== undefined) items.push(item.value);
    }
    return new ItemList(items);
  };
  return withCost(evaluate, makingCosts.list);
}

function withCost(evaluate: RunFrame, cost: number): RunFrame {
  return (frame) => {
    const value = evaluate(frame);
    frame.charge(cost);
    return value;
  };
}

/** The value of an entry or a field. `value` is undefined if the entry or field is not set. */
interface Entered {
  readonly value: Result | undefined;
}

/**
 * Returns the value to set; undefined for an empty optional, and an error for an optional entry or
 * field whose value is not an optional.
 */
function entered(name: Value, value: Value, isOptional: boolean): Entered | EvaluationError {
  if (!isOptional) return { value };
  if (value instanceof CELOptional) return value;
  const text = `cannot initialize optional entry '${printed(name)}' from non-optional value ${printed(value)}`;
  return new EvaluationError(text);
}

function emitMap(entries: readonly MapEntryPlan[]): RunFrame {
  const parts = entries.map(({ key, value, isOptional }) => ({ key: emit(key), run: emit(value), isOptional }));
  const evaluate = (frame: EvaluationFrame): Result => {
    const found: (readonly [Value, Result | undefined])[] = [];
    for (const { key: keyRun, run, isOptional } of parts) {
      const key = keyRun(frame);
      if (key instanceof EvaluationError) return key;
      const value = run(frame);
      if (value instanceof EvaluationError) return value;
      const set = entered(key, value, isOptional);
      if (set instanceof EvaluationError) return set;
      assertHashable(key);
      found.push([key, set.value]);
    }
    return mapOf(found);
  };
  return withCost(evaluate, makingCosts.map);
}

function emitMessage(name: string, fields: readonly MessageFieldPlan[]): RunFrame {
  const parts = withRuns(fields);
  const evaluate = (frame: EvaluationFrame): Result => {
    const found = new Map<string, Value>();
    for (const { name: field, run, isOptional } of parts) {
      const value = run(frame);
      if (value instanceof EvaluationError) return value;
      const set = entered(field, value, isOptional);
      if (set instanceof EvaluationError) return set;
      if (set.value instanceof EvaluationError) return wrongField(name, field, set.value);
      if (set.value === undefined) found.delete(field);
      else found.set(field, set.value);
    }
    return createMessage(name, found);
  };
  return withCost(evaluate, makingCosts.message);
}
