import { MalformedProtobufError } from "../wire/malformed-error.js";

/**
 * Returns the result of a function. Converts all errors of the function to MalformedProtobufError.
 */
export function malformedUnless<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedProtobufError) throw error;
    throw new MalformedProtobufError(problemOf(error as Error), { cause: error });
  }
}

/**
 * Returns Go's message for an error. A RangeError comes from protobufjs if the data ends too early,
 * and from JavaScript if messages are nested too deeply for the call stack.
 */
function problemOf(error: Error): string {
  if (error.message === "invalid varint encoding") return "integer overflow";
  if (!(error instanceof RangeError)) return error.message;
  return error.message.startsWith("index out of range") ? "unexpected EOF" : "exceeded max depth";
}
