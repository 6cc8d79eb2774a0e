import {
  SharedInformer,
  type APIObject,
  type EventHandler,
  type InformerOptions,
  type ListerWatcher,
  type WatchEvent,
  type WatchOptions,
} from "@apimachinery/client";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../eventually.js";

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

function thing(name: string, resourceVersion: string): APIObject {
  return { kind: "Thing", apiVersion: "v1", metadata: { name, resourceVersion } };
}

/** Collection that contains one object, `a`. The method `send` sends an event to its open watch. */
class OneThing implements ListerWatcher<APIObject> {
  #deliver: ((event: WatchEvent<APIObject>) => void) | undefined;

  /** Sends an event over the open watch. */
  async send(event: WatchEvent<APIObject>): Promise<void> {
    await eventually(() => {
      expect(this.#deliver).toBeDefined();
    });
    this.#deliver?.(event);
  }

  list(): ReturnType<ListerWatcher<APIObject>["list"]> {
    return Promise.resolve({
      kind: "ThingList",
      apiVersion: "v1",
      metadata: { resourceVersion: "1" },
      items: [thing("a", "1")],
    });
  }

  watch({ signal }: WatchOptions): ReturnType<ListerWatcher<APIObject>["watch"]> {
    return Promise.resolve({ batches: () => this.#events(signal), close: () => undefined });
  }

  async *#events(signal: AbortSignal | undefined): AsyncGenerator<readonly WatchEvent<APIObject>[]> {
    for (;;) {
      const event = await new Promise<WatchEvent<APIObject>>((resolve, reject) => {
        const onAbort = () => {
          reject(new Error("aborted"));
        };
        if (signal?.aborted === true) onAbort();
        else signal?.addEventListener("abort", onAbort, { once: true });
        this.#deliver = resolve;
      });
      this.#deliver = undefined;
      yield [event];
    }
  }
}

interface Running {
  readonly informer: SharedInformer<APIObject>;
  readonly stop: AbortController;
  readonly run: () => Promise<void>;
}

function prepare(listerWatcher: ListerWatcher<APIObject>, options: InformerOptions<APIObject> = {}): Running {
  const informer = new SharedInformer(listerWatcher, {
    useWatchList: false,
    backoff: { initial: 1, max: 2, factor: 2, jitter: 0, resetAfter: 1000 },
    ...options,
  });
  const stop = new AbortController();
  stops.push(stop);
  return { informer, stop, run: () => informer.run(stop.signal) };
}

function names(log: string[]): EventHandler<APIObject> {
  return { onAdd: ({ metadata }) => void log.push(metadata.name ?? "") };
}

test("removing a handler twice has no effect on other handlers", async () => {
  const listerWatcher = new OneThing();
  const { informer, run } = prepare(listerWatcher);
  const gone: string[] = [];
  const kept: string[] = [];
  const registration = informer.addEventHandler(names(gone));
  const other = informer.addEventHandler(names(kept));
  registration.remove();
  registration.remove();
  void run();
  await other.synced();
  await listerWatcher.send({ type: "ADDED", object: thing("b", "2") });
  await eventually(() => {
    expect(kept).toEqual(["a", "b"]);
  });
  expect(gone).toEqual([]);
});

test("a stopped informer refuses new handlers and lets callers remove old ones", async () => {
  const { informer, stop, run } = prepare(new OneThing());
  const registration = informer.addEventHandler(names([]));
  const ended = run();
  await registration.synced();
  stop.abort();
  await ended;
  registration.remove();
  expect(() => informer.addEventHandler(names([]))).toThrow(
    "the handler was not added: the informer has stopped already",
  );
});

test("onError receives the failures of lists and watches, and the informer continues", async () => {
  const listerWatcher = new OneThing();
  let lists = 0;
  const flaky: ListerWatcher<APIObject> = {
    list: () => (lists++ === 0 ? Promise.reject(new Error("no route to the server")) : listerWatcher.list()),
    watch: (options) => listerWatcher.watch(options),
  };
  const errors: unknown[] = [];
  const { informer, run } = prepare(flaky, { onError: (error) => errors.push(error) });
  void run();
  await informer.synced();
  expect(errors.map(String)).toEqual(["Error: no route to the server"]);
});

test.each([
  ["before the start", false],
  ["after the start", true],
])("a handler that was added %s is not called after the informer has stopped", async (_when, isStarted) => {
  const listerWatcher = new OneThing();
  const { informer, stop, run } = prepare(listerWatcher);
  const log: string[] = [];
  let ended = isStarted ? run() : undefined;
  if (isStarted) await informer.synced();
  const registration = informer.addEventHandler(names(log));
  ended ??= run();
  await registration.synced();
  await listerWatcher.send({ type: "ADDED", object: thing("late", "2") });
  stop.abort();
  await ended;
  await new Promise((resolve) => setTimeout(resolve, 5));
  const heard = [...log];
  expect(heard[0]).toBe("a");
  expect(registration.pending).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(log).toEqual(heard);
});

test("a resync skips a handler with pending changes, until the next resync", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { informer, run } = prepare(new OneThing());
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let updates = 0;
    const slow = informer.addEventHandler(
      {
        onAdd: () => held,
        onUpdate: () => {
          updates++;
        },
      },
      { resync: 1000 },
    );
    void run();
    await informer.synced();
    await eventually(() => {
      expect(slow.pending).toBe(1);
    });
    vi.advanceTimersByTime(5000);
    release();
    await slow.synced();
    expect(updates).toBe(0);
    vi.advanceTimersByTime(1000);
    await eventually(() => {
      expect(updates).toBe(1);
    });
  } finally {
    vi.useRealTimers();
  }
});
