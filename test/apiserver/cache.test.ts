import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { bytesOfCaches, Cache, cacheLimits, type CacheName } from "../../apiserver/util/cache.js";

const names = Object.keys(cacheLimits) as CacheName[];
const bytesOf = (value: Buffer): number => value.length;
const cacheOf = (name: CacheName, now?: () => number) => new Cache<number, Buffer>(name, bytesOf, now);
const value = Buffer.alloc(0);

/** A cache whose entries have the size of their key instead of their value. */
const sized = (name: CacheName) => new Cache<number, { readonly bytes: number }>(name, ({ bytes }) => bytes);

describe.each(names)("the caches %s", (name) => {
  const limit = cacheLimits[name];

  test("have at most their bytes together, whatever the sizes of their entries", () => {
    const caches = [sized(name), sized(name), sized(name)];
    let greatest = 0;
    let seed = 1;
    for (let index = 0; index < 3000; index++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const exponent = (seed % 1000) / 1000;
      caches[index % 3]?.set(index, { bytes: Math.floor((limit / 2) ** exponent) });
      for (const cache of caches) cache.get(seed % index);
      if (index % 10 === 0) greatest = Math.max(greatest, bytesOfCaches(name));
    }
    expect(greatest).toBeGreaterThan(limit / 8);
    expect(greatest).toBeLessThanOrEqual(limit);
  });

  test("do not store an entry that is larger than their bytes", () => {
    const cache = sized(name);
    cache.set(1, { bytes: limit });
    expect(cache.get(1)).toBeUndefined();
  });
});

test("docs/store.md lists the caches with their sizes", () => {
  const page = readFileSync(new URL("../../docs/store.md", import.meta.url), "utf8");
  const units = { KiB: 2 ** 10, MiB: 2 ** 20 };
  const sizeIn = (name: CacheName) => {
    const [, size, unit] = new RegExp(`^\\| ${name} \\| (\\d+) (KiB|MiB)\\b`, "m").exec(page) ?? [];
    return Number(size) * units[unit as keyof typeof units];
  };
  expect(Object.fromEntries(names.map((name) => [name, sizeIn(name)]))).toEqual(cacheLimits);
});

test("the caches of a server have at most 256 MiB together", () => {
  expect(Object.values(cacheLimits).reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(256 * 2 ** 20);
});

test("entries that are used stay, and entries that are not used leave", () => {
  const cache = sized("tokens");
  const rounds = (3 * cacheLimits.tokens) / 10_000;
  cache.set(-1, { bytes: 10_000 });
  cache.set(-2, { bytes: 10_000 });
  for (let index = 0; index < rounds; index++) {
    cache.set(index, { bytes: 10_000 });
    cache.get(-1);
  }
  expect([cache.get(-1) !== undefined, cache.get(-2) !== undefined]).toEqual([true, false]);
});

test("large entries do not displace small ones", () => {
  const cache = sized("encoded objects");
  for (let index = 0; index < 100; index++) cache.set(index, { bytes: 1000 });
  for (let index = 100; index < 300; index++) cache.set(index, { bytes: 1_300_000 });
  const kept = Array.from({ length: 300 }, (_, index) => index).filter((index) => cache.get(index) !== undefined);
  expect(kept.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect(kept.length).toBeLessThan(110);
  expect(kept).toContain(299);
});

test("an entry with a time to live ends with it", () => {
  let now = 0;
  const cache = cacheOf("tokens", () => now);
  cache.set(1, value, 10);
  cache.set(2, value);
  cache.set(3, value, 0);
  now = 9;
  expect([1, 2, 3].map((key) => cache.get(key))).toEqual([value, value, undefined]);
  now = 10;
  expect([1, 2, 3].map((key) => cache.get(key))).toEqual([undefined, value, undefined]);
  expect(cache.keys()).toEqual([2]);
});

test("a second value of a key replaces the first, also if only one of them is large", () => {
  const cache = sized("tokens");
  const before = bytesOfCaches("tokens");
  for (const bytes of [100, 200_000, 50, 300_000, 70]) {
    cache.set(1, { bytes });
    expect(cache.get(1)?.bytes).toBe(bytes);
    expect(bytesOfCaches("tokens") - before).toBeLessThan(bytes + 1000);
  }
  cache.delete(1);
  expect(bytesOfCaches("tokens")).toBe(before);
});

test("caches that are not used any more leave their bytes to others", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const before = bytesOfCaches("own writes");
  (() => {
    sized("own writes").set(1, { bytes: 60_000 });
  })();
  await expect
    .poll(() => {
      collect();
      return bytesOfCaches("own writes");
    })
    .toBeLessThanOrEqual(before);
});
