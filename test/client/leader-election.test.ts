import { leaseGroup } from "@apimachinery/apiserver";
import {
  ConnectionError,
  LeaderElector,
  LeaderHealthzAdaptor,
  leaseResource,
  LeaseLock,
  RESTClient,
  type Lease,
  type LeaderElectionRecord,
  type ResourceLock,
  type Transport,
} from "@apimachinery/client";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { HTTPTransport } from "../../client/rest/http-transport.js";
import { Candidate, short, stopCandidates, until } from "./election.js";
import { PizzaServer } from "./pizza-server.js";

let server: PizzaServer;

beforeAll(async () => {
  server = await PizzaServer.start({ groups: [leaseGroup] });
});

afterEach(stopCandidates);

let elections = 0;

/** Returns the name of a Lease that no other test uses. */
function nextElection(): string {
  return `election-${++elections}`;
}

function lockOf(identity: string, name: string, client = server.client()): LeaseLock {
  return new LeaseLock(client, { namespace: "default", name, identity });
}

function readLease(name: string): Promise<Lease> {
  return server.client().resourceOf(leaseResource).namespace("default").get(name);
}

/** HTTP transport whose network can be cut. Requests then hang until they are aborted. */
class CuttableTransport implements Transport {
  readonly #http = new HTTPTransport(server.config());
  isCut = false;

  async send(...[request]: Parameters<Transport["send"]>): ReturnType<Transport["send"]> {
    if (!this.isCut) return this.#http.send(request);
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => {
        reject(request.signal.reason as Error);
      });
    });
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}

/** A lock in memory, which records each update. */
class MemoryLock implements ResourceLock {
  readonly description = "memory";
  readonly updates: LeaderElectionRecord[] = [];
  failure: Error | undefined;
  #reads = 0;
  constructor(
    readonly identity: string,
    public record: LeaderElectionRecord,
  ) {}
  get(): Promise<{ record: LeaderElectionRecord; raw: string }> {
    this.#reads++;
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return Promise.resolve({ record: this.record, raw: JSON.stringify(this.record) });
  }
  create(): Promise<void> {
    return Promise.reject(new Error("the lock exists"));
  }
  update(record: LeaderElectionRecord): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    this.updates.push(record);
    this.record = record;
    return Promise.resolve();
  }
  recordEvent(): void {}
  /** Waits until the lock was read a number of times. */
  reads(count: number): Promise<void> {
    const wanted = this.#reads + count;
    return until(() => this.#reads >= wanted);
  }
}

const held: LeaderElectionRecord = {
  holderIdentity: "other",
  leaseDurationSeconds: 15,
  acquireTime: "2026-01-01T00:00:00.000000Z",
  renewTime: "2026-01-01T00:00:00.000000Z",
  leaderTransitions: 3,
};

const callbacks = { onStartedLeading: () => undefined, onStoppedLeading: () => undefined };

describe("an election on a Lease", () => {
  test("has one leader, which all candidates know, and writes the fields of client-go", async () => {
    const name = nextElection();
    const record: string[] = [];
    const candidates = ["a", "b", "c"].map((identity) => new Candidate(lockOf(identity, name), record));
    await until(() => candidates.every(({ elector }) => elector.getLeader() !== ""));
    expect(candidates.filter(({ isLeading }) => isLeading)).toHaveLength(1);
    const { metadata, spec } = await readLease(name);
    const microTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    expect(spec).toEqual({
      holderIdentity: record[0]?.split(" ")[0],
      leaseDurationSeconds: 2,
      acquireTime: microTime,
      renewTime: microTime,
      leaseTransitions: 0,
    });
    await until(async () => (await readLease(name)).metadata.resourceVersion !== metadata.resourceVersion);
    const renewed = (await readLease(name)).spec;
    expect(renewed).toEqual({ ...spec, renewTime: microTime });
    expect(renewed?.renewTime).not.toBe(spec?.renewTime);
    expect(record).toHaveLength(1);
  });

  test("elects another candidate after the leader has lost its network, and not before the leader has stopped", async () => {
    const name = nextElection();
    const record: string[] = [];
    const transport = new CuttableTransport();
    const first = new Candidate(lockOf("first", name, new RESTClient(server.config(), transport)), record);
    await until(() => first.isLeading);
    const second = new Candidate(lockOf("second", name), record);
    await until(() => second.elector.getLeader() === "first");
    transport.isCut = true;
    await until(() => second.isLeading);
    expect(record).toEqual(["first starts", "first stops", "second starts"]);
    await first.done;
    expect(first.hasStopped).toBe(true);
    expect(first.errors.map(String)).toContain(`Error: stopped leading: the lease default/${name} was not renewed`);
    expect((await readLease(name)).spec?.leaseTransitions).toBe(1);
    expect(second.leaders).toEqual(["first", "second"]);
    await transport.close();
  });

  test("keeps its leader when the network is back before the deadline", async () => {
    const name = nextElection();
    const record: string[] = [];
    const transport = new CuttableTransport();
    const config = { leaseDuration: 30_000, renewDeadline: 20_000, retryPeriod: 100 };
    const first = new Candidate(lockOf("first", name, new RESTClient(server.config(), transport)), record, config);
    await until(() => first.isLeading);
    transport.isCut = true;
    const before = (await readLease(name)).spec?.renewTime;
    transport.isCut = false;
    await until(async () => (await readLease(name)).spec?.renewTime !== before);
    expect(record).toEqual(["first starts"]);
    await first.stop();
    await transport.close();
  });

  test("hands over at once when the leader releases the Lease", async () => {
    const name = nextElection();
    const record: string[] = [];
    const config = { leaseDuration: 3_600_000, renewDeadline: 10_000, retryPeriod: 100, releaseOnCancel: true };
    const first = new Candidate(lockOf("first", name), record, config);
    await until(() => first.isLeading);
    const second = new Candidate(lockOf("second", name), record, config);
    await until(() => second.elector.getLeader() === "first");
    await first.stop();
    await until(() => second.isLeading);
    expect(record).toEqual(["first starts", "first stops", "second starts"]);
    await second.stop();
    expect((await readLease(name)).spec).toMatchObject({
      holderIdentity: "",
      leaseDurationSeconds: 1,
      leaseTransitions: 1,
    });
  });

  test("survives a change of the Lease by another client, and keeps that change", async () => {
    const name = nextElection();
    const record: string[] = [];
    const lock = new LeaseLock(server.client(), { namespace: "default", name, identity: "a", labels: { own: "1" } });
    const candidate = new Candidate(lock, record);
    await until(() => candidate.isLeading);
    const leases = server.client().resourceOf(leaseResource).namespace("default");
    const changed = await leases.patch(name, { type: "merge", body: { metadata: { labels: { team: "x" } } } });
    await until(async () => (await readLease(name)).metadata.resourceVersion !== changed.metadata.resourceVersion);
    expect((await readLease(name)).metadata.labels).toEqual({ own: "1", team: "x" });
    expect(record).toEqual(["a starts"]);
  });

  test("ends for a leader whose Lease another client has taken", async () => {
    const name = nextElection();
    const record: string[] = [];
    const candidate = new Candidate(lockOf("a", name), record);
    await until(() => candidate.isLeading);
    const leases = server.client().resourceOf(leaseResource).namespace("default");
    const spec = { holderIdentity: "thief", leaseDurationSeconds: 3600 };
    await leases.patch(name, { type: "merge", body: { spec } });
    await candidate.done;
    expect(record).toEqual(["a starts", "a stops"]);
    expect(candidate.leaders).toEqual(["a", "thief"]);
  });

  test("continues after a restart of the server", async () => {
    const own = await PizzaServer.start({ groups: [leaseGroup] });
    const name = nextElection();
    const record: string[] = [];
    const lock = new LeaseLock(own.client(), { namespace: "default", name, identity: "a" });
    const candidate = new Candidate(lock, record, { leaseDuration: 60_000, renewDeadline: 50_000, retryPeriod: 100 });
    await until(() => candidate.isLeading);
    await own.stop();
    await until(() => candidate.errors.some((error) => error instanceof ConnectionError));
    await own.start();
    // The storage in memory has lost the Lease, so the leader creates it again.
    await until(() =>
      own
        .client()
        .resourceOf(leaseResource)
        .namespace("default")
        .get(name)
        .then(Boolean, () => false),
    );
    expect(record).toEqual(["a starts"]);
  });
});

describe("clocks of candidates", () => {
  test("may show different times: a candidate one hour ahead does not take over from a leader one hour behind", async () => {
    const name = nextElection();
    const record: string[] = [];
    const hour = 3_600_000;
    const clock = (offset: number) => ({
      now: () => new Date(Date.now() + offset),
      monotonic: () => performance.now(),
    });
    const slow = new Candidate(lockOf("slow", name), record, { clock: clock(-hour) });
    await until(() => slow.isLeading);
    const fast = new Candidate(lockOf("fast", name), record, { clock: clock(hour) });
    const renewals = new Set<string | undefined>();
    await until(async () => renewals.add((await readLease(name)).spec?.renewTime).size > 20);
    expect(fast.elector.getLeader()).toBe("slow");
    expect(record).toEqual(["slow starts"]);
  });

  test("measure the lease from the last observed change: its times do not matter", async () => {
    let time = 0;
    const clock = { now: () => new Date("2036-01-01T00:00:00Z"), monotonic: () => time };
    const lock = new MemoryLock("a", held);
    const candidate = new Candidate(lock, [], { clock, leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 10 });
    await until(() => candidate.elector.getLeader() === "other");
    time = 14_999;
    lock.record = { ...held, renewTime: "2026-01-01T00:00:01.000000Z" };
    await lock.reads(3);
    time = 29_998;
    await lock.reads(3);
    expect(lock.updates).toEqual([]);
    time = 30_000;
    await until(() => candidate.isLeading);
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
    await until(() => candidate.isLeading);
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
    await until(() => events.length > 0);
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
    await until(() => hasStarted);
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
    await until(() => candidate.elector.getLeader() === "other");
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
    const candidate = new Candidate(lock, [], { clock, watchDog, renewDeadline: 1999, name: "bakery" });
    await until(() => candidate.elector.getLeader() === "other");
    time = 100_000;
    await until(() => candidate.isLeading);
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
