import {
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  MaxOfRateLimiter,
  runWorkers,
  WorkQueue,
  type DeepReadonly,
  type SharedInformer,
  type WorkQueueObserver,
} from "@apimachinery/client";
import type { NamespaceDeleter } from "./namespace-deleter.js";
import type { Namespace } from "./v1/types.js";

/** Number of namespaces whose content is deleted at the same time. */
const workers = 4;

/** Delay before remaining content is checked again, in milliseconds, as in Kubernetes. */
const remainingDelay = 8_000;

export interface NamespaceControllerOptions {
  readonly informer: SharedInformer<Namespace>;
  readonly deleter: NamespaceDeleter;
  /**
   * Time between the deletion of a namespace and the deletion of its content, in milliseconds.
   * Requests that were admitted before the deletion can finish in this time.
   */
  readonly gracePeriod: number;
  readonly onError: (error: unknown) => void;
  /**
   * Measures the queue of the namespaces that are being deleted. Absent if the queue is not
   * measured.
   */
  readonly queueObserver?: WorkQueueObserver | undefined;
}

/**
 * Deletes the content of namespaces that are being deleted (Go: NamespaceController). It needs no
 * state of its own after a restart: the informer then reports all of these namespaces again.
 */
export class NamespaceController {
  readonly #options: NamespaceControllerOptions;
  readonly #queue: WorkQueue<string>;

  constructor(options: NamespaceControllerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue<string>({
      rateLimiter: new MaxOfRateLimiter<string>(
        new ItemExponentialFailureRateLimiter(5, 60_000),
        new BucketRateLimiter(10, 100),
      ),
      ...(options.queueObserver && { observer: options.queueObserver }),
    });
    const enqueue = ({ metadata }: DeepReadonly<Namespace>) => {
      if (metadata.deletionTimestamp === undefined) return;
      this.#queue.addAfter(metadata.name ?? "", options.gracePeriod);
    };
    options.informer.addEventHandler({
      onAdd: (namespace) => {
        enqueue(namespace);
      },
      onUpdate: (_old, namespace) => {
        enqueue(namespace);
      },
    });
  }

  /** Runs the controller until the signal is aborted. */
  run(signal: AbortSignal): Promise<void> {
    const { deleter, onError } = this.#options;
    return runWorkers<string>(
      {
        queue: this.#queue,
        count: workers,
        process: async (name) => ((await deleter.delete(name, signal)) ? undefined : { after: remainingDelay }),
        onError: (error) => {
          if (!signal.aborted) onError(error);
        },
      },
      signal,
    );
  }
}
