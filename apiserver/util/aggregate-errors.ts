/**
 * Combines errors into one error, with the message of Go's NewAggregate: the distinct messages in
 * brackets. Returns undefined for no errors. If all messages are equal, returns the first error.
 */
export function aggregateErrors(errors: readonly Error[]): Error | undefined {
  const messages = [...new Set(errors.map(({ message }) => message))];
  if (messages.length <= 1) return errors[0];
  return new AggregateError(errors, `[${messages.join(", ")}]`);
}
