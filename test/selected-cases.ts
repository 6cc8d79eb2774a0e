/**
 * True in `make test-all`. In `make test`, tests with many expensive cases run only some of them.
 */
export const runsAllCases = process.env["ALL_CASES"] !== undefined;

/** Returns all cases in `make test-all`, and otherwise each nth case. */
export function selectedCases<T>(cases: readonly T[], nth: number): readonly T[] {
  return runsAllCases ? cases : cases.filter((_, index) => index % nth === 0);
}
