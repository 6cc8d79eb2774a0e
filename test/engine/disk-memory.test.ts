import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { rememberDisk, type DiskMemory } from "../../engine/incremental/disk-memory.js";
import { diskFileSystem, type FileSystem } from "../../engine/base/file-system.js";
import { temporaryFolder } from "./temporary-folder.js";

/**
 * Returns the file system of a folder, and a function that returns how many files have been read
 * from it.
 */
function counted(root: string): { readonly disk: FileSystem; readonly reads: () => number } {
  const disk = diskFileSystem(root);
  let reads = 0;
  return { reads: () => reads, disk: { list: (path) => disk.list(path), read: (path) => (reads++, disk.read(path)) } };
}

test("a file is read again after a change, and while it is so new that a change may keep its time", () => {
  const root = temporaryFolder({ "a.ts": "one" });
  const { disk, reads } = counted(root);
  const memory: DiskMemory = new Map();
  const read = (): string | undefined => rememberDisk(root, disk, memory).read("a.ts");
  expect([read(), read(), reads()]).toEqual(["one", "one", 2]);
  // A file that was changed less than two seconds ago is read again each time, because another
  // change could leave the modification time equal. Later, its content is cached.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2100 });
  onTestFinished(() => void vi.useRealTimers());
  expect([read(), read(), read(), reads()]).toEqual(["one", "one", "one", 3]);
  writeFileSync(join(root, "a.ts"), "two");
  expect([read(), reads()]).toEqual(["two", 4]);
  rmSync(join(root, "a.ts"));
  expect(read()).toBeUndefined();
  mkdirSync(join(root, "a.ts"));
  expect(read()).toBeUndefined();
});
