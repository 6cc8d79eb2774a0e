/** Part of lmdb's environment: the method that starts a commit. lmdb's types do not declare it. */
interface Environment {
  startWriting(address: number, done: (status: number) => unknown): unknown;
}

/**
 * Status numbers of commits that did not fail: done (0), waiting (1), or with callbacks to run (2).
 */
const successes = new Set([0, 1, 2]);

/**
 * Prevents lmdb from printing the error of a failed commit on stderr. The promise of the write
 * rejects with the same error.
 */
export function quietCommits(root: object): void {
  const { env } = root as { readonly env?: Partial<Environment> };
  const start = env?.startWriting?.bind(env);
  if (env === undefined || start === undefined) return;
  const startWriting: Environment["startWriting"] = (address, done) =>
    start(address, (status) => {
      if (successes.has(status)) return done(status);
      const print = console.error;
      console.error = () => undefined;
      try {
        return done(status);
      } finally {
        console.error = print;
      }
    });
  // The class defines the method as read-only, so an assignment would fail. A new property of the
  // object hides the method of the class.
  Object.defineProperty(env, "startWriting", { value: startWriting });
}
