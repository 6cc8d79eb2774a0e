import { EvaluationError, type Result, type Value } from "./value.js";

/** Returns the value of a message of protobuf that CEL knows. */
export function messageOf(name: string, fields: ReadonlyMap<string, Value>): Result {
  return new EvaluationError(`unknown type '${name}' ${String(fields.size)}`);
}
