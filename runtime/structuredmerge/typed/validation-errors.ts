/** An error in a value: the path to the invalid field or item, and a message. */
export interface ValidationError {
  readonly path: string;
  readonly message: string;
}

/**
 * Thrown for an invalid value. The message is the same as in Go: one error, or a list of errors.
 */
export class ValidationErrors extends Error {
  override readonly name = "ValidationErrors";
  readonly errors: readonly ValidationError[];

  constructor(errors: readonly ValidationError[]) {
    super(messageOf(errors));
    this.errors = errors;
  }
}

function messageOf(errors: readonly ValidationError[]): string {
  const [first] = errors;
  if (first !== undefined && errors.length === 1) return lineOf(first);
  return ["errors:", ...errors.map((error) => `  ${lineOf(error)}`)].join("\n");
}

function lineOf({ path, message }: ValidationError): string {
  return path === "" ? message : `${path}: ${message}`;
}

/** Throws a `ValidationErrors` if the list contains errors. */
export function throwErrors(errors: readonly ValidationError[]): void {
  if (errors.length > 0) throw new ValidationErrors(errors);
}
