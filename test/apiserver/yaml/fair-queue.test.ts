import { expect, test, vi } from "vitest";
import { FairQueue, QueueTimeoutError } from "../../../apiserver/yaml/fair-queue.js";

/**
 * Returns a queue and the names of the jobs that it has started. The test decides when each job
 * ends.
 */
function queueOf(running: number, long: number, timeout = 30_000) {
  const queue = new FairQueue({ running, long, timeout });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, isLong = true) =>
    queue.run(name.charAt(0), isLong, () => {
      begun.push(name);
      return new Promise<string>((resolve) =>
        ends.set(name, () => {
          resolve(name);
        }),
      );
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, begun };
}

test("a job waits only for other jobs of its user", async () => {
  const { add, end, begun } = queueOf(3, 3);
  for (const name of ["a1", "a2", "a3", "b1"]) void add(name);
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
  for (const name of ["b1", "a2", "a3"]) await end(name);
});

test("the queue starts jobs of the users in turn", async () => {
  const { add, end, begun } = queueOf(1, 1);
  for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) void add(name);
  for (const name of ["a1", "b1", "c1", "a2", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  await end("a3");
});

test("long jobs leave one place to short jobs", async () => {
  const { add, end, begun } = queueOf(2, 1);
  for (const name of ["a1", "b1", "c1"]) void add(name);
  void add("d1", false);
  expect(begun).toEqual(["a1", "d1"]);
  await end("d1");
  expect(begun).toEqual(["a1", "d1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "d1", "b1"]);
  for (const name of ["b1", "c1"]) await end(name);
});

test("a job returns its result or its error, and the next one starts", async () => {
  const queue = new FairQueue({ running: 1, long: 1, timeout: 1_000 });
  const failed = queue.run("a", true, () => Promise.reject(new Error("no")));
  const done = queue.run("a", true, () => Promise.resolve(5));
  await expect(failed).rejects.toThrow("no");
  expect(await done).toBe(5);
});

test("a job that waits too long never starts", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { add, end, begun } = queueOf(1, 1, 50);
    const first = add("a1");
    const second = expect(add("a2")).rejects.toThrow(QueueTimeoutError);
    vi.advanceTimersByTime(50);
    await second;
    await end("a1");
    expect(await first).toBe("a1");
    expect(begun).toEqual(["a1"]);
  } finally {
    vi.useRealTimers();
  }
});
