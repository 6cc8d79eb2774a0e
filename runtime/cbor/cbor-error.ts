/** Error for bytes that Kubernetes does not accept as a CBOR document. */
export class CBORError extends Error {
  override readonly name = "CBORError";

  /** @param problem the problem and its position; undefined if the data ends too early */
  constructor(problem?: string) {
    super(problem === undefined ? "unexpected EOF" : `cbor: ${problem}`);
  }
}

/** Returns the error for a "break", the end mark of a list or map, where none is expected. */
export function unexpectedBreak(position: number): CBORError {
  return new CBORError(`unexpected "break" code at byte ${position}`);
}
