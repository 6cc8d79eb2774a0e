import { randomUUID } from "node:crypto";
import { splitKey } from "../cache/keys.js";
import type { APIObject } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import { timeLimit } from "../rest/time-limit.js";
import type { NextAttempt } from "../workqueue/run-workers.js";
import type { ControllerSeries } from "./controller-metrics.js";
import { isPanic, isTerminal, type Reconcile, type ReconcileResult } from "./reconcile.js";
import type { CacheReader, ObjectReader } from "./source.js";

export interface ReconcilerOptions<T extends APIObject> {
  /** Name of the controller in messages. */
  readonly controller: string;
  readonly reconcile: Reconcile<T>;
  /**
   * Time after which the signal of a reconcile is aborted, in milliseconds. Undefined: no limit.
   */
  readonly timeout: number | undefined;
  /** False to rethrow panics, which then end the controller. */
  readonly recoverPanic: boolean;
  readonly client: RESTClient;
  readonly caches: CacheReader;
  /** The cache of the reconciled kind; undefined if the controller has no kind. */
  readonly objects: ObjectReader<T> | undefined;
  readonly series: ControllerSeries;
  readonly onError: (message: string, error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Calls the `reconcile` function of a controller, and counts its results. */
export class Reconciler<T extends APIObject> {
  readonly #options: ReconcilerOptions<T>;

  constructor(options: ReconcilerOptions<T>) {
    this.#options = options;
  }

  /**
   * Reconciles the object with a key.
   * @returns when to reconcile the object again; undefined if only a change starts the next
   * reconcile
   * @throws the error of the `reconcile` function, except a TerminalError
   */
  async process(key: string): Promise<NextAttempt | undefined> {
    const { series } = this.#options;
    const start = performance.now();
    series.activeWorkers.value++;
    try {
      const { requeueAfter = 0, priority } = (await this.#reconcile(key)) ?? {};
      if (!(requeueAfter > 0)) {
        series.success.value++;
        return undefined;
      }
      series.requeueAfter.value++;
      return { after: requeueAfter, ...(priority !== undefined && { priority }) };
    } catch (error) {
      series.error.value++;
      series.errors.value++;
      if (isPanic(error)) series.panics.value++;
      if (!isTerminal(error)) throw error;
      series.terminalErrors.value++;
      this.#report(key, "and will not retry until the object changes", error);
      return undefined;
    } finally {
      series.activeWorkers.value--;
      series.time.observe((performance.now() - start) / 1000);
    }
  }

  /**
   * Reports an error that `process` has thrown.
   * @throws the error if it is a panic and `recoverPanic` is false
   */
  fail(error: unknown, key: string): void {
    if (!this.#options.recoverPanic && isPanic(error)) throw error;
    this.#report(key, "and will retry", error);
  }

  async #reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { reconcile, client, caches, objects, timeout, signal } = this.#options;
    const { namespace, name } = splitKey(key);
    const limit =
      timeout === undefined ? undefined : timeLimit(signal, timeout, `the reconcile took longer than ${timeout} ms`);
    try {
      const result = await reconcile({
        namespace,
        name,
        object: objects?.indexer.get(key),
        client,
        cache: caches.cache,
        signal: limit?.signal ?? signal,
        reconcileID: randomUUID(),
      });
      return result ?? undefined;
    } finally {
      if (limit?.end() === true) this.#options.series.timeouts.value++;
    }
  }

  #report(key: string, consequence: string, error: unknown): void {
    const { controller, onError } = this.#options;
    onError(`the controller ${JSON.stringify(controller)} failed to reconcile ${key} ${consequence}`, error);
  }
}
