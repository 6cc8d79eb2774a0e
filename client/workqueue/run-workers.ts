import { anySignal } from "../rest/any-signal.js";
import type { WorkQueue } from "./work-queue.js";

export interface WorkersOptions<T> {
  readonly queue: WorkQueue<T>;
  /** Maximum number of items that are processed at the same time. */
  readonly count: number;
  /**
   * Processes an item. If the promise is rejected, the item is processed again after the delay of
   * the queue's rate limiter.
   * @returns the delay after which the item is processed again; undefined to process it again only
   * after it is added again
   */
  readonly process: (item: T) => Promise<NextAttempt | undefined>;
  /**
   * Receives the errors of `process`.
   * @throws an error to end all workers
   */
  readonly onError: (error: unknown, item: T) => void;
}

/** Determines when an item is processed again. */
export interface NextAttempt {
  /** Delay in milliseconds. */
  readonly after: number;
  /** Priority of the item. Default: its current priority. */
  readonly priority?: number;
}

/**
 * Processes the items of a queue until the signal is aborted, then shuts down the queue. Resolves
 * when all calls of `process` have ended. Waiting items are not processed after the abort.
 * @throws the error of `onError`
 */
export async function runWorkers<T>(options: WorkersOptions<T>, signal: AbortSignal): Promise<void> {
  const { queue, count } = options;
  const failed = new AbortController();
  const end = anySignal([signal, failed.signal]);
  const stop = () => {
    queue.shutDown();
  };
  if (end.aborted) stop();
  else end.addEventListener("abort", stop, { once: true });
  const workers = Array.from({ length: count }, () =>
    work(options, end).catch((error: unknown) => {
      failed.abort(error);
    }),
  );
  await Promise.all(workers);
  end.removeEventListener("abort", stop);
  failed.signal.throwIfAborted();
}

async function work<T>({ queue, process, onError }: WorkersOptions<T>, signal: AbortSignal): Promise<void> {
  for (let item = await queue.get(); item !== undefined && !signal.aborted; item = await queue.get()) {
    const priority = queue.priorityOf(item);
    try {
      const next = await process(item);
      queue.forget(item);
      if (next !== undefined) queue.addAfter(item, next.after, next.priority ?? priority);
    } catch (error) {
      queue.addRateLimited(item, priority);
      onError(error, item);
    } finally {
      queue.done(item);
    }
  }
}
