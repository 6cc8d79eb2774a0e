/**
 * Combines several errors into one error, with the message of Go's NewAggregate: the messages in
 * brackets, without repetitions. Returns undefined for no errors, and a single error unchanged.
 */
export function aggregateErrors(errors: readonly Error[]): Error | undefined {
  const messages = [...new Set(errors.map(({ message }) => message))];
  if (messages.length <= 1) return errors[0];
  return new AggregateError(errors, `[${messages.join(", ")}]`);
}
