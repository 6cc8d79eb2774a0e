import type { HealthCheck } from "./health.js";

/**
 * A hook that runs when the server has started to listen.
 * @throws Error if the server cannot continue
 */
export type PostStartHook = (context: PostStartHookContext) => Promise<void> | void;

export interface PostStartHookContext {
  /** Signal that is aborted when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * A hook that runs at the beginning of a shutdown, while the server still serves. Its errors are
 * logged.
 */
export type PreShutdownHook = () => Promise<void> | void;

/**
 * The post-start hooks of a server. They run concurrently. The server is not ready until all hooks
 * have finished.
 */
export class PostStartHooks {
  readonly #hooks = new Map<string, { readonly run: PostStartHook; isDone: boolean }>();
  readonly #stop = new AbortController();
  #hasBegun = false;

  /**
   * Adds a hook.
   * @throws Error for a name that another hook has, or after the hooks have started
   */
  add(name: string, run: PostStartHook): void {
    if (this.#hooks.has(name))
      throw new Error(`unable to add ${JSON.stringify(name)} because it is already registered`);
    if (this.#hasBegun)
      throw new Error(`unable to add ${JSON.stringify(name)} because PostStartHooks have already been called`);
    this.#hooks.set(name, { run, isDone: false });
  }

  /**
   * Runs the hooks.
   * @throws Error of the first hook that fails
   */
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
