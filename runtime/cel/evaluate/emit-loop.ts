import { goTypeOfResult } from "../values/describe.js";
import type { Emit, EvaluationFrame, RunFrame } from "./frame.js";
import { asFinal, asGrowing, GrowingList } from "../values/lists.js";
import type { Loop } from "./plan.js";
import { EvaluationError, ListValue, MapValue, type Result, type Value } from "../values/value.js";

/**
 * Runs the loop over the items of a value. Returns an error if the value is neither a list nor a
 * map.
 */
type Each = (frame: EvaluationFrame, range: Value) => EvaluationError | undefined;

/**
 * Returns the function that evaluates a loop. As in Go, an error of one step does not end the loop.
 */
export function emitLoop(loop: Loop, emit: Emit): RunFrame {
  const { accumulator } = loop;
  const range = emit(loop.range);
  const result = emit(loop.result);
  const each = emitSteps(loop, emit);
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

function emitSteps({ accumulator, variable, variable2, condition, step }: Loop, emit: Emit): Each {
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
