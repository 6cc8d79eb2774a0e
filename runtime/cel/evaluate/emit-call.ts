import type { PlannedCall } from "./calls.js";
import { callCost } from "./costs.js";
import type { RunFrame } from "./frame.js";
import { EvaluationError, type Result, type Value } from "../values/value.js";

/**
 * Returns the function that evaluates a call. `runs` are the functions that evaluate the arguments.
 */
export function emitCall(call: PlannedCall, runs: readonly RunFrame[]): RunFrame {
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
