import type { HealthCheck } from "./health.js";

/** Something that is done once the server listens. @throws Error: the server can't go on */
export type PostStartHook = (context: PostStartHookContext) => Promise<void> | void;

export interface PostStartHookContext {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Something that is done while the server still serves, when it was told to stop. What it throws is
 * logged.
 */
export type PreShutdownHook = () => Promise<void> | void;

/**
 * What is done after the start of a server, all at once; until it is, the server is not ready. Go's
 * post-start hooks.
 */
export class PostStartHooks {
  readonly #hooks = new Map<string, { readonly run: PostStartHook; isDone: boolean }>();
  readonly #stop = new AbortController();
  #hasBegun = false;

  /** @throws Error for a name that is taken, or when it is too late */
  add(name: string, run: PostStartHook): void {
    if (this.#hooks.has(name))
      throw new Error(`unable to add ${JSON.stringify(name)} because it is already registered`);
    if (this.#hasBegun)
      throw new Error(`unable to add ${JSON.stringify(name)} because PostStartHooks have already been called`);
    this.#hooks.set(name, { run, isDone: false });
  }

  /** @throws Error of the first hook that fails */
  async run(): Promise<void> {
    this.#hasBegun = true;
    const context = { signal: this.#stop.signal };
    const runs = [...this.#hooks].map(async ([name, hook]) => {
      try {
        await hook.run(context);
      } catch (error) {
        throw new Error(`PostStartHook ${JSON.stringify(name)} failed: ${(error as Error).message}`, { cause: error });
      }
      hook.isDone = true;
    });
    await Promise.all(runs);
  }

  stop(): void {
    this.#stop.abort();
  }

  checks(): readonly HealthCheck[] {
    return [...this.#hooks].map(([name, hook]) => ({
      name: `poststarthook/${name}`,
      check: () => {
        if (!hook.isDone) throw new Error("not finished");
      },
    }));
  }
}
