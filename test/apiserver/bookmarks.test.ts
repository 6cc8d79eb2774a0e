import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CachedStorage, MemoryStorage } from "../../apiserver/storage/index.js";
import { InProcessServer, pizza, pizzas, toppings } from "./harness.js";

interface Event {
  readonly type: string;
  readonly object: { readonly metadata: { readonly resourceVersion: string } };
}

/** Returns the events of a watch, each with its arrival time in seconds after the start. */
async function watch(server: InProcessServer, query: string, keepsUp: () => boolean = () => true) {
  const { body } = await server.response("GET", `${pizzas}?watch=1&${query}`);
  if (typeof body !== "function") throw new Error(`no stream: ${body.toString()}`);
  const events: string[] = [];
  let drained = (): void => undefined;
  const begin = Date.now();
  const at = () => `${String(Math.round((Date.now() - begin) / 1000))} s`;
  body({
    write: (chunk) => {
      for (const line of chunk.toString().trimEnd().split("\n")) {
        const { type, object } = JSON.parse(line) as Event;
        events.push(`${at()}: ${type} ${object.metadata.resourceVersion}`);
      }
      return keepsUp();
    },
    onDrain: (then) => (drained = then),
    end: () => events.push(`${at()}: end`),
    stop: () => undefined,
    closed: new AbortController().signal,
  });
  return {
    events,
    drain: () => {
      drained();
    },
  };
}

let server: InProcessServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = new InProcessServer({ storage: new CachedStorage({ storage: new MemoryStorage(), sizeOf: () => 100 }) });
});

afterEach(async () => {
  await server.storage.close();
  vi.useRealTimers();
});

async function writeTopping(name: string): Promise<void> {
  await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
}

test("a watch receives a bookmark every minute and shortly before its end, for writes of any resource", async () => {
  const { events } = await watch(server, "allowWatchBookmarks=true&timeoutSeconds=150");
  await server.post(pizzas, pizza("a"));
  await vi.advanceTimersByTimeAsync(30_000);
  await writeTopping("tomato");
  await vi.advanceTimersByTimeAsync(40_000);
  await writeTopping("cheese");
  await vi.advanceTimersByTimeAsync(60_000);
  await writeTopping("basil");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(events).toEqual([
    "0 s: BOOKMARK 1",
    "0 s: ADDED 2",
    "60 s: BOOKMARK 3",
    "120 s: BOOKMARK 4",
    "148 s: BOOKMARK 5",
    "150 s: end",
  ]);
});

test("a watch without bookmarks receives none, and no bookmark repeats a known revision", async () => {
  const [quiet, marked] = await Promise.all([
    watch(server, "timeoutSeconds=150"),
    watch(server, "allowWatchBookmarks=true&timeoutSeconds=150"),
  ]);
  await writeTopping("tomato");
  await vi.advanceTimersByTimeAsync(200_000);
  expect(quiet.events).toEqual(["150 s: end"]);
  expect(marked.events).toEqual(["0 s: BOOKMARK 1", "60 s: BOOKMARK 2", "150 s: end"]);
});

test("a bookmark follows all changes up to its revision", async () => {
  let keepsUp = true;
  const { events, drain } = await watch(server, "allowWatchBookmarks=true&timeoutSeconds=600", () => keepsUp);
  keepsUp = false;
  await server.post(pizzas, pizza("a"));
  await server.post(pizzas, pizza("b"));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(events).toEqual(["0 s: BOOKMARK 1", "0 s: ADDED 2"]);
  keepsUp = true;
  drain();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(events).toEqual(["0 s: BOOKMARK 1", "0 s: ADDED 2", "90 s: ADDED 3", "120 s: BOOKMARK 3"]);
});

test("a watch whose timeout exceeds the longest timer does not end at once", async () => {
  const { events } = await watch(server, "timeoutSeconds=99999999");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(events).toEqual([]);
});
