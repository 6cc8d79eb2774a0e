import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CompactedError, StorageError, type Storage, type StorageWatch } from "../../../../apiserver/storage/index.js";
import type { OpenStorage, StorageTraits } from "../conformance.js";
import { bytes, prefix, show, showEvent } from "./helpers.js";

type Step = readonly [what: "create" | "update" | "stale" | "delete" | "compact" | "watch" | "take", number: number];

const steps = fc.array(
  fc.tuple(
    fc.constantFrom<Step[0]>("create", "update", "update", "stale", "delete", "compact", "watch", "take"),
    fc.nat(1000),
  ),
  { maxLength: 60, size: "max" },
);

/** Simple model of a storage that keeps all states as text. */
class Model {
  readonly states: ReadonlyMap<string, string>[] = [new Map(), new Map()];
  readonly events: string[] = ["", ""];
  /** Oldest revision that can be read. */
  floor = 1;

  get revision(): number {
    return this.states.length - 1;
  }

  get current(): ReadonlyMap<string, string> {
    return this.states[this.revision] ?? new Map();
  }

  write(name: string, value: string | undefined): void {
    const revision = this.revision + 1;
    const next = new Map(this.current);
    const before = next.get(name)?.replace(/^.*=/, "") ?? "-";
    if (value === undefined) next.delete(name);
    else next.set(name, `${name}=${value}@${revision}`);
    this.states.push(next);
    this.events.push(`${name}@${revision}: ${before} -> ${value === undefined ? "-" : `${value}@${revision}`}`);
  }
}

interface Watcher {
  readonly watch: StorageWatch;
  place: number;
}

export function modelCases(open: OpenStorage, { isRemote = false }: StorageTraits): void {
  describe("random operations", () => {
    test("random operations in any order have the same results as in a model", async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (plan: readonly Step[]) => {
          const storage = await open();
          try {
            await follow(storage, plan);
          } finally {
            await storage.close();
          }
        }),
        { numRuns: isRemote ? 4 : 15 },
      );
    });
  });
}

async function follow(storage: Storage, plan: readonly Step[]): Promise<void> {
  const model = new Model();
  const watchers: Watcher[] = [];
  for (const [index, [what, number]] of plan.entries()) {
    const name = `n${number % 5}`;
    if (what === "watch") {
      const place = model.floor + (number % (model.revision - model.floor + 1));
      watchers.push({ watch: storage.watch(prefix, { after: place }), place });
    } else if (what === "take") await catchUp(watchers[number % watchers.length], model);
    else if (what === "compact") {
      // A compaction ends watches that have not read the older events. Other tests cover this, so
      // here all watches read their events first.
      for (const watcher of watchers) await catchUp(watcher, model);
      model.floor = Math.max(model.floor, number % (model.revision + 1));
      await storage.compact(model.floor);
    } else await write(storage, model, what, name, String(index));
    await checkReads(storage, model, number);
  }
  for (const watcher of watchers) await catchUp(watcher, model);
}

async function write(
  storage: Storage,
  model: Model,
  what: "create" | "update" | "stale" | "delete",
  name: string,
  value: string,
): Promise<void> {
  const key = prefix + name;
  const held = model.current.get(name);
  const revision = Number(held?.replace(/^.*@/, "") ?? 1);
  const attempt =
    what === "create"
      ? storage.create(key, bytes(value))
      : what === "delete"
        ? storage.delete(key)
        : storage.update(key, bytes(value), what === "stale" ? revision + 1 : revision);
  const done = await attempt.then(
    () => true,
    (error: unknown) => (error instanceof StorageError ? false : Promise.reject(error as Error)),
  );
  expect(done).toBe(what === "create" ? held === undefined : what !== "stale" && held !== undefined);
  if (done) model.write(name, what === "delete" ? undefined : value);
}

async function checkReads(storage: Storage, model: Model, number: number): Promise<void> {
  expect(await storage.currentRevision()).toBe(model.revision);
  expect((await storage.list(prefix)).items.map(show)).toEqual(shown(model.current));
  const revision = number % (model.revision + 1);
  const past = storage.list(prefix, { revision }).then(({ items }) => items.map(show));
  // A cache can still contain revisions that its store has compacted.
  if (revision < model.floor)
    expect(
      await past.catch((error: unknown) => (error instanceof CompactedError ? shown(model.states[revision]) : error)),
    ).toEqual(shown(model.states[revision]));
  else expect(await past).toEqual(shown(model.states[revision]));
}

/**
 * Reads all available events of a watch, and checks that they are exactly the model's events since
 * the previous call.
 */
async function catchUp(watcher: Watcher | undefined, model: Model): Promise<void> {
  if (watcher === undefined) return;
  const seen: string[] = [];
  while (watcher.watch.revision < model.revision) {
    await watcher.watch.ready();
    seen.push(...watcher.watch.take().map(showEvent));
  }
  expect(seen).toEqual(model.events.slice(watcher.place + 1));
  watcher.place = model.revision;
}

function shown(state: ReadonlyMap<string, string> | undefined): string[] {
  return [...(state ?? new Map<string, string>())].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}
