/**
 * Returns the lines that report an error to the user. If the error is a bug, the lines contain the
 * stack.
 */
export function errorLines(error: unknown): string {
  return reasonOf(error)
    .split("\n")
    .map((line) => `error: ${line}\n`)
    .join("");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return isBug ? (error.stack ?? error.message) : error.message;
}
