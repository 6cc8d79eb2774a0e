/** Limit of a wait in milliseconds. Only a broken program reaches it, not a busy machine. */
const longest = 300_000;
/** Pauses between attempts in milliseconds. They grow, because an attempt can start a process. */
const pauses = { first: 10, longest: 200, growth: 1.5 };

// Tests replace these functions by those of a fake clock.
const { setTimeout } = globalThis;
const now = performance.now.bind(performance);

/**
 * Waits until `check` neither throws nor returns false, and returns its value.
 * @param state values that the error shows if the wait does not end
 * @throws Error with the source of `check` and its last result, after five minutes
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  state: () => unknown = () => undefined,
  limit = longest,
): Promise<Exclude<T, false>> {
  const end = now() + limit;
  for (let pause = pauses.first; ; pause = Math.min(pause * pauses.growth, pauses.longest)) {
    const result = await attempt(check);
    if ("value" in result && result.value !== false) return result.value as Exclude<T, false>;
    if (now() > end) {
      const last = "error" in result ? String(result.error) : "false";
      const shown = state();
      const details = shown === undefined ? "" : `\nstate: ${JSON.stringify(shown)}`;
      throw new Error(`waited ${limit / 1000} seconds for ${String(check)}\nlast result: ${last}${details}`, {
        cause: "error" in result ? result.error : undefined,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function attempt<T>(check: () => T | Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await check() };
  } catch (error) {
    return { error };
  }
}
