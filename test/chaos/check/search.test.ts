import { expect, test } from "vitest";
import { randomOfCase, type Random } from "../../fuzz/random.js";
import { version } from "../history-builder.js";
import type { HistoryRecord, Operation, Sighting, WatchedEvent } from "../history.js";
import { check } from "./check.js";
import { sizeOf } from "../../sizes.js";

/** @file Compares the checker with a search through all orders, on small random histories. */

/** Number of histories. The environment variable CHAOS_HISTORIES overrides the default. */
const cases = sizeOf("CHAOS_HISTORIES");

/** A step of a random execution, at one moment. */
interface Step {
  readonly operation: Operation;
  /** The write, as a watch reports it. */
  readonly event?: WatchedEvent;
}

/** Executes random requests one after another on a correct store. */
class Execution {
  readonly #random: Random;
  readonly #state = new Map<string, Sighting>();
  readonly #all: Sighting[] = [];
  #revision = 0;
  #uids = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns all versions that have existed. */
  get versions(): readonly Sighting[] {
    return this.#all;
  }

  /** @param moment time at which the request takes effect */
  step(moment: number, name: string): Step {
    const current = this.#state.get(name);
    const [start, end] = [moment - this.#random.next() * 2, moment + this.#random.next() * 2];
    const base = { ...requestOf(start, end), outcome: "ok" } as const;
    const named = { ...base, name };
    const choice = this.#random.int(10);
    if (choice < 3) {
      const read = { verb: "get", read: { at: "newest" } } as const;
      if (current !== undefined) return { operation: { ...named, ...read, object: current } };
      return { operation: { ...named, ...read, outcome: "refused", status: 404, reason: "NotFound" } };
    }
    if (choice === 3) {
      const items = [...this.#state.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      return { operation: { ...base, verb: "list", read: { at: "newest" }, items, revision: this.#revision } };
    }
    if (current === undefined) return this.#put({ ...named, verb: "create" }, `uid-${++this.#uids}`);
    if (choice === 4)
      return {
        operation: {
          ...named,
          verb: "create",
          value: `x${moment}`,
          outcome: "refused",
          status: 409,
          reason: "AlreadyExists",
        },
      };
    if (choice === 5) {
      const { uid } = current;
      this.#state.delete(name);
      return {
        operation: { ...named, verb: "delete", condition: { uid } },
        event: eventOf("DELETED", { ...current, revision: ++this.#revision }),
      };
    }
    const { revision, uid } = current;
    if (choice < 8) return this.#put({ ...named, verb: "update", condition: { revision, uid } }, uid);
    return this.#put({ ...named, verb: "patch" }, uid);
  }

  #put(operation: Operation, uid: string): Step {
    const { name = "", verb, start } = operation;
    const object = version(name, ++this.#revision, `v${this.#revision}`, uid);
    this.#state.set(name, object);
    this.#all.push(object);
    // Sometimes the response is lost.
    const response: Partial<Operation> = this.#random.chance(0.15) ? { outcome: "unknown", end: start } : { object };
    return {
      operation: { ...operation, value: object.value, ...response },
      event: eventOf(verb === "create" ? "ADDED" : "MODIFIED", object),
    };
  }
}

function requestOf(
  start: number,
  end: number,
): Pick<Operation, "type" | "client" | "server" | "time" | "start" | "end"> {
  return { type: "operation", client: "writer", server: 0, time: 0, start, end };
}

function eventOf(event: "ADDED" | "MODIFIED" | "DELETED", object: Sighting): WatchedEvent {
  return { type: "event", watch: 1, at: 0, event, revision: object.revision, object };
}

/** Returns the same request with another result or another time, which may be wrong. */
function changed(operation: Operation, versions: readonly Sighting[], random: Random): Operation {
  const own = versions.filter(({ name }) => name === operation.name);
  if (
    operation.verb === "get" &&
    operation.object !== undefined &&
    operation.name !== undefined &&
    random.chance(0.6)
  ) {
    const { name, start, end } = operation;
    const get = { ...requestOf(start, end), name, verb: "get", read: { at: "newest" } } as const;
    if (random.chance(0.3)) return { ...get, outcome: "refused", status: 404, reason: "NotFound" };
    return { ...get, outcome: "ok", object: random.pick(own) };
  }
  if (operation.verb === "list" && random.chance(0.5))
    return { ...operation, items: (operation.items ?? []).filter(() => random.chance(0.5)) };
  const shift = (random.next() - 0.5) * 8;
  return { ...operation, start: operation.start + shift, end: operation.end + shift };
}

/** State of a search: the objects, and the greatest revision that was written or listed. */
interface Point {
  readonly objects: ReadonlyMap<string, Sighting>;
  readonly revision: number;
}

/**
 * Reports whether the requests have an order in which all results are right, and in which a request
 * that ended before another one began comes first. Tries all orders.
 */
function isLinearizable(operations: readonly Operation[], effects: ReadonlyMap<Operation, WatchedEvent>): boolean {
  const search = (left: readonly Operation[], point: Point): boolean => {
    if (left.length === 0) return true;
    const firstEnd = Math.min(...left.map(({ outcome, end }) => (outcome === "unknown" ? Infinity : end)));
    return left
      .filter(({ start }) => start <= firstEnd)
      .some((operation) => {
        const next = after(point, operation, effects.get(operation));
        return (
          next !== undefined &&
          search(
            left.filter((other) => other !== operation),
            next,
          )
        );
      });
  };
  return search(operations, { objects: new Map(), revision: 0 });
}

/** Returns the state after a request; undefined if its result is wrong in this state. */
function after(
  { objects, revision }: Point,
  operation: Operation,
  effect: WatchedEvent | undefined,
): Point | undefined {
  const { verb, name = "", outcome, object, condition, items = [] } = operation;
  const current = objects.get(name);
  const same = { objects, revision };
  if (verb === "get") return current?.revision === object?.revision ? same : undefined;
  if (verb === "list") {
    const listed = operation.revision ?? 0;
    const isState =
      items.length === objects.size && items.every((item) => objects.get(item.name)?.revision === item.revision);
    return isState && listed >= revision ? { objects, revision: listed } : undefined;
  }
  if (outcome === "refused") return current === undefined ? undefined : same;
  const fits =
    verb === "create"
      ? current === undefined
      : current !== undefined &&
        (condition?.uid === undefined || condition.uid === current.uid) &&
        (condition?.revision === undefined || condition.revision === current.revision);
  if (!fits || effect?.object === undefined || effect.revision <= revision) return undefined;
  const changedObjects = new Map(objects);
  if (verb === "delete") changedObjects.delete(name);
  else changedObjects.set(name, effect.object);
  return { objects: changedObjects, revision: effect.revision };
}

test(`${cases} random histories: the checker finds a violation exactly if a search finds no right order`, () => {
  const counts = { right: 0, wrong: 0 };
  for (let index = 0; index < cases; index++) {
    const random = randomOfCase(7, index);
    const execution = new Execution(random);
    const steps = Array.from({ length: 4 + random.int(5) }, (_, moment) =>
      execution.step(moment, random.pick(["a", "b"])),
    );
    const changes = random.pick([0, 0.2, 0.5]);
    const all = steps.map((step) =>
      random.chance(changes) ? { ...step, operation: changed(step.operation, execution.versions, random) } : step,
    );
    const effects = new Map(
      all.flatMap(({ operation, event }) => (event === undefined ? [] : [[operation, event] as const])),
    );
    const operations = all.map(({ operation }) => operation);
    const last = version("z", 100, "last");
    const history: HistoryRecord[] = [
      ...operations,
      { ...requestOf(50, 51), verb: "create", name: "z", value: "last", outcome: "ok", object: last },
      { type: "watch", watch: 1, client: "watcher", server: 0, from: 0, at: 60, status: 200 },
      ...[...all.flatMap(({ event }) => event ?? []), eventOf("ADDED", last)].map((event) => ({ ...event, at: 61 })),
    ];
    const { violations } = check(history);
    const expected = isLinearizable(operations, effects);
    counts[expected ? "right" : "wrong"]++;
    if ((violations.length === 0) !== expected)
      expect.fail(
        `case ${index}: a right order ${expected ? "exists" : "does not exist"}, but the checker found ${JSON.stringify(violations, null, 1)} in\n${history.map((record) => JSON.stringify(record)).join("\n")}`,
      );
  }
  expect(counts.right).toBeGreaterThan(cases / 10);
  expect(counts.wrong).toBeGreaterThan(cases / 10);
});
