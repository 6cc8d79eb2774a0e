import { describe, expect, test } from "vitest";
import { compactOnce, type Turn } from "../../../../apiserver/storage/etcd3/etcd-compactor.js";
import { Leases } from "../../../../apiserver/storage/etcd3/leases.js";
import { reportsProgress } from "../../../../apiserver/storage/etcd3/progress-support.js";
import { SharedRead } from "../../../../apiserver/storage/etcd3/shared-read.js";
import { isEmptyRange, keyRange } from "../../../../apiserver/storage/etcd3/key-range.js";
import type { TxnRequest, TxnResponse } from "../../../../apiserver/storage/etcd3/messages.js";

describe("compaction by one of several processes", () => {
  /** The key that the processes share, and the compactions. */
  class Shared {
    version = 0;
    revision = 100;
    readonly compacted: number[] = [];

    transact({ compare }: TxnRequest): Promise<TxnResponse> {
      const succeeded = compare[0]?.version === this.version;
      if (succeeded) this.version++;
      const kvs = [{ key: "", modRevision: 0, version: this.version, value: Buffer.from("") }];
      return Promise.resolve({
        header: { revision: ++this.revision },
        succeeded,
        responses: [{ responseRange: { kvs, more: false, count: 1 } }],
      });
    }

    compact(revision: number): Promise<void> {
      this.compacted.push(revision);
      return Promise.resolve();
    }
  }

  test("in each interval one process compacts, at the revision that it saw in the interval before", async () => {
    const shared = new Shared();
    let [a, b]: Turn[] = [
      { version: 0, revision: 0 },
      { version: 0, revision: 0 },
    ] as [Turn, Turn];
    const seen: number[][] = [];
    for (let interval = 0; interval < 4; interval++) {
      const before = shared.compacted.length;
      a = await compactOnce(shared, a);
      b = await compactOnce(shared, b);
      seen.push(shared.compacted.slice(before));
    }
    // The revision increases by 1 with each transaction. In the first interval no process has seen
    // an earlier revision.
    expect(seen).toEqual([[], [101], [103], [105]]);
  });

  test("a process that joins later does not compact at a revision that it has not seen", async () => {
    const shared = new Shared();
    shared.version = 7;
    const first = await compactOnce(shared, { version: 0, revision: 0 });
    expect([shared.compacted, first]).toEqual([[], { version: 7, revision: 101 }]);
    await compactOnce(shared, first);
    expect(shared.compacted).toEqual([101]);
  });
});

describe("leases", () => {
  class Grants {
    readonly seconds: number[] = [];
    grantLease(seconds: number): Promise<number> {
      this.seconds.push(seconds);
      return Promise.resolve(this.seconds.length);
    }
  }
  const leasesAt = (grants: Grants, clock: { now: number }, reuse = 60) => new Leases(grants, reuse, () => clock.now);

  test("keys with the same time to live share a lease for 5 % of the time, at most for the given time", async () => {
    const grants = new Grants();
    const clock = { now: 0 };
    const leases = leasesAt(grants, clock);
    const ids: unknown[] = [];
    for (const second of [0, 100, 179, 181, 200]) {
      clock.now = second * 1000;
      ids.push(await leases.lease(3600));
      if (second === 0) expect(grants.seconds).toEqual([3660]);
    }
    // 5 % of an hour are three minutes; the lease is shared for one minute.
    expect([ids, grants.seconds]).toEqual([
      [1, 2, 3, 3, 3],
      [3660, 3660, 3660],
    ]);
  });

  test("a lease has at most 1000 keys", async () => {
    const grants = new Grants();
    const leases = leasesAt(grants, { now: 0 });
    const ids = await Promise.all(Array.from({ length: 2500 }, () => leases.lease(3600)));
    expect([new Set(ids).size, grants.seconds.length]).toEqual([3, 3]);
  });

  test("keys with different times to live do not share a lease", async () => {
    const grants = new Grants();
    const leases = leasesAt(grants, { now: 0 });
    expect([await leases.lease(3600), await leases.lease(60), await leases.lease(3600)]).toEqual([1, 2, 3]);
  });
});

describe("progress notifications", () => {
  test.each([
    ["3.4.30", false],
    ["3.4.31", true],
    ["3.5.12", false],
    ["3.5.13", true],
    ["3.5.13-rc.1", true],
    ["3.6.0", true],
    ["3.3.99", false],
    ["4.0.0", true],
    ["2.3.8", false],
  ])("etcd %s: %s", (version, expected) => {
    expect(reportsProgress(version)).toBe(expected);
  });
});

describe("a shared read", () => {
  test("calls during a read share the next one, which starts later", async () => {
    const ends: ((value: number) => void)[] = [];
    const read = new SharedRead(() => new Promise<number>((resolve) => ends.push(resolve)));
    const first = read.run();
    const [second, third] = [read.run(), read.run()];
    expect(ends.length).toBe(1);
    ends[0]?.(1);
    expect(await first).toBe(1);
    await new Promise(setImmediate);
    expect(ends.length).toBe(2);
    const fourth = read.run();
    ends[1]?.(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    await new Promise(setImmediate);
    ends[2]?.(3);
    expect(await fourth).toBe(3);
  });

  test("a failure is the result of its callers only", async () => {
    let fails = true;
    const read = new SharedRead(() => (fails ? Promise.reject(new Error("down")) : Promise.resolve(1)));
    const [first, second] = [read.run(), read.run()];
    fails = false;
    await expect(first).rejects.toThrow("down");
    expect(await second).toBe(1);
  });
});

describe("ranges of keys", () => {
  test.each([
    ["/a/", undefined, "/a/", "/a0"],
    ["/a/", "/a/b\0", "/a/b\0", "/a0"],
    ["/a/", "/", "/a/", "/a0"],
    ["", undefined, "\0", "\0"],
  ])("the prefix %j from %j", (prefix, start, key, end) => {
    const range = keyRange(prefix, start);
    expect([range.key, Buffer.from(range.rangeEnd).toString(), isEmptyRange(range)]).toEqual([key, end, false]);
  });

  test("a range that starts after its end is empty", () => {
    expect(isEmptyRange(keyRange("/a/", "/b"))).toBe(true);
  });

  test("a prefix whose last byte is the greatest one ends at the next shorter prefix", () => {
    expect(Buffer.from(keyRange("a\u00ff").rangeEnd).toString("hex")).toBe("61c3c0");
  });
});
