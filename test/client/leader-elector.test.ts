import { LeaderElector, LeaderHealthzAdaptor, type LeaderElectionRecord } from "@apimachinery/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Candidate, short, stopCandidates } from "./election.js";
import { MemoryLock } from "./memory-lock.js";
import { eventually } from "../eventually.js";

/** @file Tests of the elector with a lock in memory. */

afterEach(stopCandidates);

const held: LeaderElectionRecord = {
  holderIdentity: "other",
  leaseDurationSeconds: 15,
  acquireTime: "2026-01-01T00:00:00.000000Z",
  renewTime: "2026-01-01T00:00:00.000000Z",
  leaderTransitions: 3,
};

const callbacks = { onStartedLeading: () => undefined, onStoppedLeading: () => undefined };

describe("a lease", () => {
  test("is measured from the last observed change: its times do not matter", async () => {
    let time = 0;
    const clock = { now: () => new Date("2036-01-01T00:00:00Z"), monotonic: () => time };
    const lock = new MemoryLock("a", held);
    const candidate = new Candidate(lock, [], { clock, leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 10 });
    await eventually(() => candidate.elector.getLeader() === "other");
    time = 14_999;
    lock.record = { ...held, renewTime: "2026-01-01T00:00:01.000000Z" };
    await lock.reads(3);
    time = 29_998;
    await lock.reads(3);
    expect(lock.updates).toEqual([]);
    time = 30_000;
    await eventually(() => candidate.isLeading);
    expect(lock.updates[0]).toEqual({
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2036-01-01T00:00:00.000000Z",
      renewTime: "2036-01-01T00:00:00.000000Z",
      leaderTransitions: 4,
    });
  });
});

describe("the end of a leadership", () => {
  const free = { ...held, holderIdentity: "" };

  test("does not release a lock that another candidate has acquired meanwhile", async () => {
    const lock = new MemoryLock("a", free);
    const candidate = new Candidate(lock, [], { releaseOnCancel: true, retryPeriod: 600, renewDeadline: 1500 });
    await eventually(() => candidate.isLeading);
    lock.record = held;
    const before = lock.updates.length;
    await candidate.stop();
    expect(lock.updates.slice(before).filter(({ holderIdentity }) => holderIdentity === "")).toEqual([]);
  });

  test("releases the lock only after the work has ended", async () => {
    const lock = new MemoryLock("a", free);
    const stop = new AbortController();
    const events: string[] = [];
    const elector = new LeaderElector({
      ...short,
      lock,
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading: async (signal) => {
          events.push("starts");
          await new Promise((resolve) => {
            signal.addEventListener("abort", resolve);
          });
          await new Promise((resolve) => setTimeout(resolve, 50));
          events.push(`ends, held by ${lock.record.holderIdentity}`);
        },
        onStoppedLeading: () => events.push(`stopped, held by "${lock.record.holderIdentity}"`),
      },
    });
    const run = elector.run(stop.signal);
    await eventually(() => events.length > 0);
    stop.abort();
    await run;
    expect(events).toEqual(["starts", "ends, held by a", 'stopped, held by ""']);
  });

  test("leaves no timer that delays the end of the process", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const lock = new MemoryLock("a", free);
      const stop = new AbortController();
      const onStartedLeading = () => {
        stop.abort();
      };
      await new LeaderElector({
        ...short,
        lock,
        releaseOnCancel: true,
        callbacks: { ...callbacks, onStartedLeading },
      }).run(stop.signal);
      expect(lock.record.holderIdentity).toBe("");
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("leaves the lock to expire if the work does not end", async () => {
    const lock = new MemoryLock("a", free);
    const stop = new AbortController();
    let hasStarted = false;
    const elector = new LeaderElector({
      lock,
      leaseDuration: 1000,
      renewDeadline: 200,
      retryPeriod: 100,
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading: () => {
          hasStarted = true;
          return new Promise(() => undefined);
        },
        onStoppedLeading: () => undefined,
      },
    });
    const run = elector.run(stop.signal);
    await eventually(() => hasStarted);
    stop.abort();
    await run;
    expect(lock.record.holderIdentity).toBe("a");
  });

  test("comes with the error of onStartedLeading, after the lock was released", async () => {
    const lock = new MemoryLock("a", free);
    const broken = new Candidate(lock, [], {
      releaseOnCancel: true,
      callbacks: { ...callbacks, onStartedLeading: () => Promise.reject(new Error("no flour")) },
    });
    await expect(broken.done).rejects.toThrow("no flour");
    expect(lock.record.holderIdentity).toBe("");
  });

  test("calls onStoppedLeading, even if the candidate has never led", async () => {
    const candidate = new Candidate(new MemoryLock("a", held), []);
    await eventually(() => candidate.elector.getLeader() === "other");
    await candidate.stop();
    expect(candidate.hasStopped).toBe(true);
    expect(candidate.elector.isLeader()).toBe(false);
  });
});

describe("the health check", () => {
  test("fails while a leader holds an expired lock, and not for other candidates", async () => {
    let time = 0;
    const clock = { now: () => new Date(), monotonic: () => time };
    const watchDog = new LeaderHealthzAdaptor(500);
    watchDog.check();
    const lock = new MemoryLock("a", held);
    const candidate = new Candidate(lock, [], {
      clock,
      watchDog,
      leaseDuration: 2000,
      renewDeadline: 1999,
      name: "bakery",
    });
    await eventually(() => candidate.elector.getLeader() === "other");
    time = 100_000;
    await eventually(() => candidate.isLeading);
    lock.failure = new Error("no network");
    time += 2500;
    watchDog.check();
    time += 1;
    expect(() => {
      watchDog.check();
    }).toThrow("failed election to renew leadership on lease bakery");
    await candidate.stop();
    watchDog.check();
  });
});

test.each([
  [{ leaseDuration: 10_000, renewDeadline: 10_000 }, "leaseDuration must be greater than renewDeadline"],
  [{ renewDeadline: 2400 }, "renewDeadline must be greater than retryPeriod*JitterFactor"],
  [{ retryPeriod: 0 }, "retryPeriod must be greater than zero"],
  [{ leaseDuration: -1 }, "leaseDuration must be greater than zero"],
  [{ leaseDuration: 999, renewDeadline: 500, retryPeriod: 100 }, "leaseDuration is 999 ms: it must be at least 1000"],
  [{ lock: new MemoryLock("", held) }, "Lock identity is empty"],
])("the configuration %o is refused: %s", (config, message) => {
  const lock = new MemoryLock("a", held);
  expect(() => new LeaderElector({ lock, callbacks, ...config })).toThrow(message);
});
