import { MalformedProtobufError } from "../wire/malformed-error.js";

/** Returns the result of a function. Its errors become MalformedProtobufError. */
export function malformedUnless<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedProtobufError) throw error;
    throw new MalformedProtobufError(problemOf(error as Error), { cause: error });
  }
}

/**
 * Returns the problem in Go's words. The library throws a RangeError at the end of the data, and
 * JavaScript for too deep messages.
 */
function problemOf(error: Error): string {
  if (error.message === "invalid varint encoding") return "integer overflow";
  if (!(error instanceof RangeError)) return error.message;
  return error.message.startsWith("index out of range") ? "unexpected EOF" : "exceeded max depth";
}
