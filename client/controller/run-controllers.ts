import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { hostname } from "node:os";
import { InformerFactory } from "../cache/informer-factory.js";
import type { LeaderElectionConfig } from "../leaderelection/leader-election-config.js";
import { LeaderElector } from "../leaderelection/leader-elector.js";
import { LeaseLock, type LeaseLockOptions } from "../leaderelection/lease-lock.js";
import { anySignal } from "../rest/any-signal.js";
import type { RESTClient } from "../rest/rest-client.js";
import { sleep } from "../rest/sleep.js";
import type { ControllerContext } from "./create-controller.js";

/** A controller that `createController` has returned. */
export interface RunnableController {
  readonly name: string;
  readonly needsLeaderElection: boolean;
  prepare(informers: InformerFactory): void;
  run(context: ControllerContext, signal: AbortSignal): Promise<void>;
}

/** Options of controllers that run in one program. They share one cache for each kind. */
export interface RunOptions extends Partial<Omit<ControllerContext, "client">> {
  /** Client that all controllers use. */
  readonly client: RESTClient;
  /** Signal that ends the controllers. Default: a signal that SIGTERM and SIGINT abort. */
  readonly signal?: AbortSignal;
  /** Informers that all controllers share. Default: new informers for all namespaces. */
  readonly informers?: InformerFactory;
  /**
   * Election of a leader among the running copies of the program. Default: no election, so every
   * copy reconciles.
   */
  readonly leaderElection?: LeaderElection;
  /**
   * Maximum wait for running reconciles after the signal is aborted, in milliseconds. Default:
   * 30,000.
   */
  readonly gracefulTimeout?: number;
}

/** Options of a leader election that uses a Lease. */
export interface LeaderElection
  extends
    Omit<LeaseLockOptions, "identity">,
    Partial<Omit<LeaderElectionConfig, "lock" | "callbacks" | "name" | "releaseOnCancel">> {
  /** Identity of this copy of the program. Default: the host name and a random UUID. */
  readonly identity?: string;
}

/**
 * Runs controllers until the signal is aborted, then waits for running reconciles (Go:
 * manager.Start). With a leader election, all copies of the program fill their caches, but
 * controllers that need the election reconcile only in the leader. After an error, the program
 * should exit.
 * @throws the error of the first controller that fails
 * @throws Error if two controllers have the same name, if the lease is lost, or if reconciles do
 * not end in time
 */
export async function runControllers(controllers: readonly RunnableController[], options: RunOptions): Promise<void> {
  requireUniqueNames(controllers);
  const { client, onError = printError, gracefulTimeout = 30_000 } = options;
  const informers = options.informers ?? new InformerFactory(client, { onError: informerError(onError) });
  const failure = new AbortController();
  const signal = anySignal([options.signal ?? terminationSignal(), failure.signal]);
  setMaxListeners(0, signal);
  const context = { ...options, informers, onError };
  for (const controller of controllers) controller.prepare(informers);
  informers.start();
  const all = runAll(controllers, context, options.leaderElection, signal).catch((error: unknown) => {
    failure.abort(error);
    throw error;
  });
  try {
    await endInTime(all, gracefulTimeout, signal);
  } finally {
    if (options.informers === undefined) await informers.stop();
  }
}

/** Prints an error to standard error. */
export function printError(message: string, error: unknown): void {
  console.error(`${message}:`, error);
}

function informerError(onError: ControllerContext["onError"]): (error: unknown) => void {
  return (error) => {
    onError("a cache could not be updated and will retry", error);
  };
}

/**
 * Runs all controllers. Controllers with leader election run only while this copy is the leader.
 */
async function runAll(
  controllers: readonly RunnableController[],
  context: ControllerContext,
  election: LeaderElection | undefined,
  signal: AbortSignal,
): Promise<void> {
  const needsLease = ({ needsLeaderElection }: RunnableController) => election !== undefined && needsLeaderElection;
  const run = (selected: readonly RunnableController[], end: AbortSignal) =>
    endTogether(
      selected.map((controller) => (each: AbortSignal) => controller.run(context, each)),
      end,
    );
  const elected = controllers.filter(needsLease);
  const others = controllers.filter((controller) => !needsLease(controller));
  await endTogether(
    [
      (end) => run(others, end),
      ...(election === undefined || elected.length === 0
        ? []
        : [(end: AbortSignal) => lead(context, election, (leading) => run(elected, leading), end)]),
    ],
    signal,
  );
}

/**
 * Calls functions at the same time, and resolves when all have ended. If one function fails, the
 * signals of all others are aborted.
 * @throws the first error
 */
async function endTogether(
  functions: readonly ((signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  const failure = new AbortController();
  const end = anySignal([signal, failure.signal]);
  setMaxListeners(0, end);
  await Promise.all(
    functions.map((run) =>
      run(end).catch((error: unknown) => {
        failure.abort(error);
      }),
    ),
  );
  failure.signal.throwIfAborted();
}

async function lead(
  { client, onError }: ControllerContext,
  election: LeaderElection,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { identity = `${hostname()}_${randomUUID()}`, ...config } = election;
  let working = Promise.resolve();
  const elector = new LeaderElector({
    onError: (error) => {
      onError("the leader election failed and will retry", error);
    },
    ...config,
    name: `${config.namespace}/${config.name}`,
    lock: new LeaseLock(client, { ...config, identity }),
    releaseOnCancel: true,
    callbacks: {
      onStartedLeading: (leading) => (working = work(leading)),
      onStoppedLeading: () => undefined,
    },
  });
  await elector.run(signal);
  await working;
  if (!signal.aborted)
    throw new Error(
      `the lease ${config.namespace}/${config.name} was lost: another copy of the program is now the leader`,
    );
}

/**
 * Waits until the controllers have ended.
 * @throws Error if they have not ended `gracefulTimeout` milliseconds after the signal was aborted
 */
async function endInTime(all: Promise<void>, gracefulTimeout: number, signal: AbortSignal): Promise<void> {
  const hasEnded = new AbortController();
  const limit = aborted(anySignal([signal, hasEnded.signal])).then(async () => {
    await sleep(gracefulTimeout, hasEnded.signal).catch(() => undefined);
    if (!hasEnded.signal.aborted)
      throw new Error(
        `running reconciles have not ended within ${gracefulTimeout} ms after the end was requested: end a reconcile when its signal is aborted`,
      );
  });
  try {
    await Promise.race([all, limit]);
  } finally {
    hasEnded.abort();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        "abort",
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

function requireUniqueNames(controllers: readonly RunnableController[]): void {
  const names = controllers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new Error(
      `two controllers have the name ${JSON.stringify(twice)}: rename one, so that messages and metrics distinguish them`,
    );
}

/**
 * Returns an abort signal that the process signals SIGTERM and SIGINT abort. A second process
 * signal exits the program with code 1 (Go: SetupSignalHandler).
 */
function terminationSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new Error("the program was asked to end"));
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  return stop.signal;
}
