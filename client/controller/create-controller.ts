import { setMaxListeners } from "node:events";
import type { InformerFactory } from "../cache/informer-factory.js";
import { splitKey } from "../cache/keys.js";
import type { MetricsRegistry } from "../metrics/series.js";
import { anySignal } from "../rest/any-signal.js";
import type { APIObject, ResourceType } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import { ItemExponentialFailureRateLimiter, type RateLimiter } from "../workqueue/rate-limiters.js";
import { runWorkers } from "../workqueue/run-workers.js";
import { WorkQueue, type WorkQueueObserver } from "../workqueue/work-queue.js";
import { controllerMetrics, unreadSeries, type ControllerSeries } from "./controller-metrics.js";
import {
  anyTypeOf,
  ownedKindOf,
  resourceTypeOf,
  watchedKind,
  type AnyKind,
  type Kind,
  type OwnedKind,
  type WatchedKind,
} from "./kinds.js";
import type { Predicate } from "./predicates.js";
import type { Reconcile } from "./reconcile.js";
import { Reconciler } from "./reconciler.js";
import {
  cacheReader,
  keyOfName,
  nameOfObject,
  ownersOf,
  watch,
  type CacheReader,
  type EnqueueOptions,
  type ObjectName,
  type Source,
  type SourceContext,
} from "./source.js";
import { sleep } from "../rest/sleep.js";

/** Options of a controller. All durations are in milliseconds. */
export interface ControllerOptions<T extends APIObject> {
  /** Name in messages and metrics. */
  readonly name: string;
  /**
   * The kind that the controller reconciles. Each change of an object starts a reconcile of the
   * object. Absent: only `watches` start reconciles.
   */
  readonly for?: Kind<T> | WatchedKind<T>;
  /**
   * Kinds of objects that the controller creates. Each change of such an object starts a reconcile
   * of its owner, which `controllerReference` has set.
   */
  readonly owns?: readonly (AnyKind | OwnedKind)[];
  /** Other sources of reconciles: results of `watch`, or other implementations of `Source`. */
  readonly watches?: readonly Source[];
  /**
   * Makes the state of the system match an object. Called after changes of the object, and for
   * every object at the start. One call can follow several changes. The request contains the name,
   * the object from the cache, the caches, the client and a signal.
   */
  readonly reconcile: Reconcile<T>;
  /** Maximum number of objects that are reconciled at the same time. Default: 1. */
  readonly concurrency?: number;
  /** Delays after errors. Default: 5 ms, doubled with each error of the object, at most 1,000 s. */
  readonly rateLimiter?: RateLimiter<unknown>;
  /**
   * Predicates for the changes of all kinds. A change starts a reconcile only if all return true.
   */
  readonly predicates?: readonly Predicate[];
  /**
   * False to reconcile in all running copies of the program instead of only in the leader. Default:
   * true.
   */
  readonly leaderElection?: boolean;
  /**
   * Registry for the metrics of the controller: a `Registry` of prom-client. Default: the registry
   * in the ControllerContext, if any.
   */
  readonly metrics?: MetricsRegistry;
  /**
   * Maximum wait for the caches to sync, in milliseconds. No object is reconciled before the caches
   * have synced. Default: 120,000.
   */
  readonly cacheSyncTimeout?: number;
  /** Time after which the signal of a reconcile is aborted, in milliseconds. Default: no limit. */
  readonly reconcileTimeout?: number;
  /**
   * False to end the controller after a panic, an error of the program such as a TypeError. True:
   * the object is reconciled again, as after other errors. Default: true.
   */
  readonly recoverPanic?: boolean;
}

/** The parts of a program that a running controller uses. */
export interface ControllerContext {
  readonly client: RESTClient;
  readonly informers: InformerFactory;
  /** Receives the errors of reconciles, predicates and map functions, each with a message. */
  readonly onError: (message: string, error: unknown) => void;
  /** Registry for the metrics of controllers whose options contain no registry. */
  readonly metrics?: MetricsRegistry;
  /**
   * Returns an observer that measures the queue of a controller. Not called for controllers whose
   * options contain a registry. Absent: the queues are measured in the registry, if any.
   */
  readonly observeQueue?: (name: string) => WorkQueueObserver;
}

/**
 * Creates a controller (Go: builder.ControllerManagedBy). `runControllers` runs it as a separate
 * program, `addControllers` in the process of a server.
 * @throws Error if `name` is empty, `concurrency` is not a positive integer, `owns` is given
 * without `for`, neither `for` nor `watches` is given, or a kind has no resource
 */
export function createController<T extends APIObject = APIObject>(options: ControllerOptions<T>): Controller<T> {
  return new Controller(options);
}

/** Reconciles objects after changes (Go: controller.Controller). */
export class Controller<T extends APIObject = APIObject> {
  readonly name: string;
  /** True if only the leader among the running copies of the program runs the controller. */
  readonly needsLeaderElection: boolean;
  readonly #options: ControllerOptions<T>;
  readonly #type: ResourceType<T> | undefined;
  readonly #sources: readonly Source[];
  /** Requests of `enqueue` before the controller runs, by object key. */
  readonly #early = new Map<string, Required<EnqueueOptions>>();
  #queue: WorkQueue<string> | undefined;
  #measured: { readonly series: ControllerSeries; readonly observer: WorkQueueObserver | undefined } | undefined;

  constructor(options: ControllerOptions<T>) {
    const { name, owns = [], watches = [], concurrency = 1, leaderElection = true } = options;
    if (name === "") throw new Error('the controller has no name: set "name", which metrics and messages contain');
    const about = `the controller ${JSON.stringify(name)}`;
    if (!Number.isInteger(concurrency) || concurrency < 1)
      throw new Error(`${about} has the concurrency ${concurrency}: it must be an integer of at least 1`);
    if (options.for === undefined && owns.length > 0)
      throw new Error(`${about} has "owns" without "for": set "for" to the kind of the owners`);
    if (options.for === undefined && watches.length === 0)
      throw new Error(`${about} would never reconcile: set "for" or "watches"`);
    this.name = name;
    this.needsLeaderElection = leaderElection;
    this.#options = options;
    const main = options.for === undefined ? undefined : watchedKind(options.for);
    this.#type = main && resourceTypeOf(main.kind);
    this.#sources = [...(main === undefined ? [] : sourcesOf(main, owns)), ...watches];
  }

  /**
   * Requests a reconcile of an object (Go: source.Channel). If the controller does not run yet, the
   * request is kept until it runs.
   * @throws Error if the name is empty, or name or namespace contains a slash
   */
  enqueue(object: ObjectName, options: EnqueueOptions = {}): void {
    if (object.name === "" || `${object.namespace ?? ""}${object.name}`.includes("/"))
      throw new Error(`no object can have the name ${JSON.stringify(object)}`);
    const key = keyOfName(object);
    const { after = 0, priority = 0 } = options;
    if (this.#queue !== undefined) {
      this.#queue.addAfter(key, after, priority);
      return;
    }
    const known = this.#early.get(key) ?? { after, priority };
    this.#early.set(key, { after: Math.min(after, known.after), priority: Math.max(priority, known.priority) });
  }

  /** Creates the informers of the controller. The next `start` of the factory starts them. */
  prepare(informers: InformerFactory): void {
    for (const source of this.#sources) source.prepare?.(informers);
  }

  /**
   * Reconciles objects until the signal is aborted. Resolves when all running reconciles have
   * ended.
   * @throws Error if the controller runs already or a source does not start in time; the error of a
   * source; a panic if `recoverPanic` is false
   */
  async run(context: ControllerContext, signal: AbortSignal): Promise<void> {
    if (this.#queue !== undefined)
      throw new Error(`the controller ${JSON.stringify(this.name)} runs already: run it again only after it has ended`);
    const { concurrency = 1, rateLimiter } = this.#options;
    const { series, observer } = (this.#measured ??= this.#measure(context));
    const queue = new WorkQueue<string>({
      rateLimiter: rateLimiter ?? new ItemExponentialFailureRateLimiter(5, 1_000_000),
      ...(observer && { observer }),
    });
    const end = new AbortController();
    this.#queue = queue;
    this.#enqueueEarly();
    series.workers.value = concurrency;
    try {
      const running = anySignal([signal, end.signal]);
      // Each source and each reconcile can add a listener, so the limit on listeners is removed.
      setMaxListeners(0, running);
      const caches = cacheReader(context.informers);
      await this.#startSources(context, caches, running);
      const reconciler = this.#reconciler(context, caches, series, running);
      await runWorkers<string>(
        {
          queue,
          count: concurrency,
          process: (key) => reconciler.process(key),
          onError: (error, key) => {
            reconciler.fail(error, key);
          },
        },
        running,
      );
    } finally {
      queue.shutDown();
      end.abort();
      this.#queue = undefined;
    }
  }

  async #startSources(context: ControllerContext, caches: CacheReader, signal: AbortSignal): Promise<void> {
    const { predicates = [], cacheSyncTimeout = 120_000 } = this.#options;
    const enqueue: SourceContext["enqueue"] = (object, options) => {
      this.enqueue(object, options);
    };
    const { client, informers, onError } = context;
    const given = { client, informers, onError, ...caches, predicates, enqueue, signal };
    await Promise.all(this.#sources.map((source) => startSource(source, given, this.name, cacheSyncTimeout)));
  }

  #reconciler(
    { client, informers, onError }: ControllerContext,
    caches: CacheReader,
    series: ControllerSeries,
    signal: AbortSignal,
  ): Reconciler<T> {
    const { reconcile, reconcileTimeout: timeout, recoverPanic = true } = this.#options;
    const objects = this.#type && informers.forResource(this.#type);
    const options = { reconcile, timeout, recoverPanic, client, caches, objects, series, onError, signal };
    return new Reconciler<T>({ controller: this.name, ...options });
  }

  #measure({ metrics, observeQueue }: ControllerContext) {
    const registry = this.#options.metrics ?? metrics;
    if (registry === undefined) return { series: unreadSeries(), observer: observeQueue?.(this.name) };
    const all = controllerMetrics(registry);
    const isOwn = this.#options.metrics !== undefined || observeQueue === undefined;
    return { series: all.controller(this.name), observer: isOwn ? all.queue(this.name) : observeQueue(this.name) };
  }

  #enqueueEarly(): void {
    for (const [key, options] of this.#early) this.enqueue(splitKey(key), options);
    this.#early.clear();
  }
}

function sourcesOf<T extends APIObject>(
  main: WatchedKind<T>,
  owns: readonly (AnyKind | OwnedKind)[],
): readonly Source[] {
  const owner = anyTypeOf(main.kind);
  const owned = owns
    .map(ownedKindOf)
    .map(({ kind, everyOwner = false, predicates = [] }) =>
      watch(anyTypeOf(kind), ownersOf(owner, everyOwner), { predicates }),
    );
  return [watch(main.kind, (object) => [nameOfObject(object)], main), ...owned];
}

/**
 * Starts a source. Waits until the source has requested a reconcile for every existing object, or
 * until the signal of the context is aborted.
 * @param controller name of the controller in messages
 * @param timeout maximum wait in milliseconds
 * @throws the error of the source, and Error after the timeout
 */
async function startSource(source: Source, context: SourceContext, controller: string, timeout: number): Promise<void> {
  const hasStarted = new AbortController();
  const limit = sleep(timeout, anySignal([context.signal, hasStarted.signal])).then(() => {
    throw new Error(
      `the ${source.description} of the controller ${JSON.stringify(controller)} has not synced within ${timeout} ms; ` +
        `check that the server serves the kind, and that the user may list and watch it`,
    );
  });
  const start = async () => source.start(context);
  try {
    await Promise.race([start(), limit]);
  } catch (error) {
    if (!context.signal.aborted) throw error;
  } finally {
    hasStarted.abort();
  }
}
