import { oncePer } from "../../util/once-per.js";
import { CELOptional } from "../values/classes.js";
import { emitAttribute } from "./attributes.js";
import { mapOf } from "../values/collections.js";
import { printed, goTypeOfResult } from "../values/describe.js";
import { noSuchOverload } from "../values/equality.js";
import { makingCosts } from "../base/prices.js";
import type { EvaluationFrame, RunFrame } from "./frame.js";
import { emitIntComparison } from "./ints.js";
import { ItemList, asFinal, asGrowing, GrowingList } from "../values/lists.js";
import { createMessage, wrongField } from "./messages.js";
import { assertHashable } from "../values/hash-keys.js";
import type { Element, MapEntryPlan, MessageFieldPlan, EvaluationPlan, Loop, FirstPlan } from "./plan.js";
import { EvaluationError, type Result, type Value, ListValue, MapValue } from "../values/value.js";
import type { PlannedCall } from "./calls.js";
import { callCost } from "./costs.js";

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
      return emitLoop(plan);
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

function emitFirst({ left, right, isValue }: FirstPlan): RunFrame {
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

/**
 * Returns the function that evaluates a call. `runs` are the functions that evaluate the arguments.
 */
function emitCall(call: PlannedCall, runs: readonly RunFrame[]): RunFrame {
  const [first, second] = runs;
  if (first === undefined) return emitMany(call, runs);
  if (call.name === "@not_strictly_false") return emitNotFalse(first);
  if (call.endsEarly) return emitMany(call, runs);
  return second === undefined ? emitUnary(call, first) : emitBinary(call, first, second);
}

/**
 * Returns the function for `@not_strictly_false`, whose argument may be an error. An error does not
 * count as false.
 */
function emitNotFalse(argument: RunFrame): RunFrame {
  return (frame) => {
    const value = argument(frame);
    frame.charge(1);
    return value !== false;
  };
}

function emitUnary(call: PlannedCall, argument: RunFrame): RunFrame {
  const { run } = call;
  const cost = callCost(call.name, call.overload);
  return (frame) => {
    const value = argument(frame);
    const result = value instanceof EvaluationError ? value : run(value);
    frame.charge(typeof cost === "number" ? cost : cost(result, value));
    return result;
  };
}

function emitBinary(call: PlannedCall, left: RunFrame, right: RunFrame): RunFrame {
  const { run } = call;
  const cost = callCost(call.name, call.overload);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    const result = a instanceof EvaluationError ? a : b instanceof EvaluationError ? b : run(a, b);
    frame.charge(typeof cost === "number" ? cost : cost(result, a, b));
    return result;
  };
}

/**
 * Returns the function for a call that ends at the first argument that is an error. A call that
 * ends before its last argument has no cost.
 */
function emitMany(call: PlannedCall, runs: readonly RunFrame[]): RunFrame {
  const { run } = call;
  const cost = callCost(call.name, call.overload);
  return (frame) => {
    const values: Value[] = [];
    let error: EvaluationError | undefined;
    for (const each of runs) {
      const value = each(frame);
      if (!(value instanceof EvaluationError)) values.push(value);
      else if (values.length < runs.length - 1) return value;
      else error = value;
    }
    const result: Result = error ?? run(...values);
    frame.charge(
      typeof cost === "number" ? cost : error === undefined ? cost(result, ...values) : cost(result, ...values, error),
    );
    return result;
  };
}

/**
 * Runs the loop over the items of a value. Returns an error if the value is neither a list nor a
 * map.
 */
type Each = (frame: EvaluationFrame, range: Value) => EvaluationError | undefined;

/**
 * Returns the function that evaluates a loop. As in Go, an error of one step does not end the loop.
 */
function emitLoop(loop: Loop): RunFrame {
  const { accumulator } = loop;
  const range = emit(loop.range);
  const result = emit(loop.result);
  const each = emitSteps(loop);
  const { initial } = accumulator;
  const start = initial?.kind === "constant" ? initial.value : undefined;
  return (frame) => {
    const items = range(frame);
    if (items instanceof EvaluationError) return items;
    frame.slots[accumulator.index] = start === undefined ? undefined : asGrowing(start);
    const error = each(frame, items);
    if (error !== undefined) return error;
    const value = result(frame);
    return frame.slots[accumulator.index] instanceof GrowingList ? asFinal(value) : value;
  };
}

function emitSteps({ accumulator, variable, variable2, condition, step }: Loop): Each {
  const test = condition.kind === "constant" && condition.value === true ? undefined : emit(condition);
  const next = emit(step);
  /** Runs one step. Returns false if the loop ends. */
  const run = (frame: EvaluationFrame): boolean => {
    if (test !== undefined && test(frame) === false) return false;
    frame.slots[accumulator.index] = next(frame);
    return true;
  };
  return variable2 === undefined ? overItems(variable, run) : overEntries(variable, variable2, run);
}

function overItems(variable: number, run: (frame: EvaluationFrame) => boolean): Each {
  return (frame, range) => {
    const { slots } = frame;
    if (range instanceof ListValue) {
      for (let index = 0; index < range.size; index++) {
        slots[variable] = range.at(index);
        if (!run(frame)) break;
      }
    } else if (range instanceof MapValue) {
      for (const key of range.keys()) {
        slots[variable] = key;
        if (!run(frame)) break;
      }
    } else return new EvaluationError(`got '${goTypeOfResult(range)}', expected iterable type`);
    return undefined;
  };
}

function overEntries(variable: number, variable2: number, run: (frame: EvaluationFrame) => boolean): Each {
  const runWith = (frame: EvaluationFrame, key: Value, value: Result | undefined): boolean => {
    frame.slots[variable] = key;
    frame.slots[variable2] = value;
    return run(frame);
  };
  return (frame, range) => {
    if (range instanceof ListValue) {
      for (let index = 0; index < range.size; index++) if (!runWith(frame, BigInt(index), range.at(index))) break;
    } else if (range instanceof MapValue) {
      for (const key of range.keys()) if (!runWith(frame, key, range.get(key))) break;
    } else return new EvaluationError(`unsupported comprehension range type: ${goTypeOfResult(range)}`);
    return undefined;
  };
}
