/**
 * Returns the result of `call`.
 * @param toError returns the error that is thrown if `call` fails. The parameters are the message
 * of the error of `call`, and this error itself
 */
export function orThrow<T>(call: () => T, toError: (message: string, cause: unknown) => Error): T {
  try {
    return call();
  } catch (error) {
    throw toError((error as Error).message, error);
  }
}
