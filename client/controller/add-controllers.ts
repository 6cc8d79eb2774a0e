import { GrowingDelays } from "../cache/backoff.js";
import type { InformerFactory } from "../cache/informer-factory.js";
import { sleep } from "../rest/sleep.js";
import type { ControllerContext } from "./create-controller.js";
import { runControllers, type RunnableController, type RunOptions } from "./run-controllers.js";

type Log = (message: string, error?: unknown) => void;

/**
 * A server in whose process controllers run. The context that the server passes to `extend`
 * implements this interface.
 */
export interface Host extends Pick<ControllerContext, "client" | "metrics" | "observeQueue"> {
  readonly server: {
    addPostStartHook(name: string, hook: (context: { readonly signal: AbortSignal }) => Promise<void> | void): void;
    addPreShutdownHook(name: string, hook: () => Promise<void> | void): void;
  };
  /** Informers that the server starts. */
  readonly informers: InformerFactory;
  readonly log: Log | { readonly error: Log };
}

/** Delays before a failed controller is started again, in milliseconds. */
const retries = { initial: 1000, max: 30_000, factor: 2, jitter: 0.5, resetAfter: 120_000 };

/**
 * Runs controllers in the process of a server, from its start until its shutdown begins. Call this
 * function in `extend`. The controllers use the client and the informers of the server. If a
 * controller fails, the error is logged and all controllers are started again.
 * @throws Error if the server already runs controllers with the same names
 */
export function addControllers(
  controllers: readonly RunnableController[],
  host: Host,
  options: Pick<RunOptions, "leaderElection" | "gracefulTimeout"> = {},
): void {
  const { server, client, informers, metrics, observeQueue } = host;
  const log = typeof host.log === "function" ? host.log : host.log.error;
  const stop = new AbortController();
  const run = () =>
    runControllers(controllers, {
      ...options,
      client,
      informers,
      onError: log,
      ...(metrics && { metrics }),
      ...(observeQueue && { observeQueue }),
      signal: stop.signal,
    });
  for (const controller of controllers) controller.prepare(informers);
  const name = `controllers-${controllers.map((controller) => controller.name).join("-")}`;
  let running = Promise.resolve();
  server.addPostStartHook(`start-${name}`, ({ signal }) => {
    const onAbort = () => {
      stop.abort();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    running = runAgain(run, log, stop.signal);
  });
  server.addPreShutdownHook(`stop-${name}`, () => {
    stop.abort();
    return running;
  });
}

/** Calls a function until the signal is aborted, with a delay after each failure. */
async function runAgain(run: () => Promise<void>, log: Log, signal: AbortSignal): Promise<void> {
  const backoff = new GrowingDelays(retries);
  while (!signal.aborted) {
    try {
      await run();
    } catch (error) {
      log("the controllers failed and will start again", error);
      await sleep(backoff.next(), signal).catch(() => undefined);
    }
  }
}
