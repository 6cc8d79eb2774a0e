import { afterAll, expect, test } from "vitest";
import { openEmbeddedStorage } from "../../../apiserver/storage/index.js";
import { temporaryDirectories } from "./directories.js";
import { prefix } from "./conformance/helpers.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

test("a watch of the embedded store gets large events in parts, from its file and from memory, without a gap", async () => {
  const storage = await openEmbeddedStorage({ directory: directories.make() });
  const { revision } = await storage.create(`${prefix}a`, Buffer.alloc(300_000, "0"));
  const late = storage.watch(prefix, { after: revision });
  for (let index = 1; index <= 60; index++)
    await storage.update(`${prefix}a`, Buffer.alloc(300_000, String(index % 10)), revision + index - 1);
  const parts: number[] = [];
  const revisions: number[] = [];
  while (revisions.length < 60) {
    await late.ready();
    const events = late.take();
    parts.push(events.length);
    revisions.push(...events.map((event) => event.revision));
    for (const { current, revision: at } of events) expect(current?.value[0]).toBe(48 + ((at - revision) % 10));
  }
  expect(revisions).toEqual(Array.from({ length: 60 }, (_, index) => revision + 1 + index));
  // An event has its current and its previous value.
  expect(Math.max(...parts)).toBeLessThanOrEqual(2);
  await storage.close();
});
