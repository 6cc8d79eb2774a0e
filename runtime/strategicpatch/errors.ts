import { goPrint, goTypeName } from "../json/go-print.js";
import { shortened } from "../util/shortened.js";
import type { JSONValue } from "../values/types.js";

/** Maximum number of characters of an error message. */
const maxLength = 16 * 1024;

/**
 * Kind of a patch error. `format`: a malformed `$retainKeys`, `$setElementOrder` or
 * `$deleteFromPrimitiveList` directive. `content`: a list of lists. `merge`: any other error, such
 * as an unknown `$patch` directive, or a patch that does not match the object or its type.
 */
export type PatchFault = "format" | "content" | "merge";

/**
 * Error for a patch that cannot be applied. Its message is the message that Go writes for the same
 * patch, shortened if it is very long.
 */
export class StrategicMergePatchError extends Error {
  override readonly name = "StrategicMergePatchError";
  readonly fault: PatchFault;

  constructor(message: string, problem: PatchFault = "merge") {
    // The message is shortened because it can contain complete lists.
    super(shortened(message, maxLength));
    this.fault = problem;
  }
}

export function badFormat(of: "primitive list" | "retainKeys" | "setElementOrder list"): StrategicMergePatchError {
  return new StrategicMergePatchError(`invalid patch format of ${of}`, "format");
}

export function noMergeKey(item: JSONValue, mergeKey: string): StrategicMergePatchError {
  return new StrategicMergePatchError(`map: ${goPrint(item)} does not contain declared merge key: ${mergeKey}`);
}

export function badDirective(directive: JSONValue, patch: JSONValue): StrategicMergePatchError {
  return new StrategicMergePatchError(`unknown patch type: ${goPrint(directive)} in map: ${goPrint(patch)}`);
}

export function badType(
  expected: "map[string]interface {}" | "[]interface {}",
  actual: JSONValue,
): StrategicMergePatchError {
  return new StrategicMergePatchError(`expected a ${expected}, but received a ${goTypeName(actual)}`);
}
