import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Watcher } from "../../engine/incremental/watcher.js";

/** Watches a folder, its child `apis` and its grandchild `apis/v1`. */
function watched() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "watch-")));
  const [above, below] = [join(root, "apis"), join(root, "apis", "v1")];
  mkdirSync(below, { recursive: true });
  const watcher = new Watcher();
  onTestFinished(() => {
    watcher.close();
    rmSync(root, { recursive: true, force: true });
  });
  watcher.watch([root, above, below]);
  return { root, above, below, watcher };
}

/** Ways to replace a watched folder by another folder at the same path. */
const replacements: Record<string, (folders: { root: string; above: string; below: string }) => void> = {
  "removed and created again": ({ below }) => {
    rmSync(below, { recursive: true });
    mkdirSync(below);
  },
  "moved away and replaced by another folder": ({ root, below }) => {
    renameSync(below, join(root, "old"));
    mkdirSync(below);
  },
  "moved away with its parent, which is copied back": ({ root, above }) => {
    renameSync(above, join(root, "old"));
    cpSync(join(root, "old"), above, { recursive: true });
  },
};

for (const [event, replace] of Object.entries(replacements)) {
  test(`a folder that is ${event} stays watched`, async () => {
    const folders = watched();
    replace(folders);
    await folders.watcher.next(() => undefined);
    const next = folders.watcher.next(() => undefined);
    writeFileSync(join(folders.below, "types.ts"), "");
    await expect(next).resolves.toBeUndefined();
  });
}

test("a watched path without a folder is watched as soon as the folder is created", async () => {
  const { root, above, below, watcher } = watched();
  const later = join(above, "v2");
  watcher.watch([root, above, below, later]);
  mkdirSync(later);
  await watcher.next(() => undefined);
  const next = watcher.next(() => undefined);
  writeFileSync(join(later, "types.ts"), "");
  await expect(next).resolves.toBeUndefined();
});

test("a file that changes during the callback causes another call", async () => {
  const { below, watcher } = watched();
  const file = join(below, "types.ts");
  writeFileSync(file, "half");
  let looks = 0;
  const found = await watcher.next(() => {
    const text = readFileSync(file, "utf8");
    if (looks++ === 0) writeFileSync(file, "whole");
    return text;
  });
  expect(found).toBe("whole");
});

/** Lets the event loop receive the events that the file system has reported. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
}

test("close stops all watches, also while next handles a change", async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;
  // The watches of the previous test are closed in the next turn of the event loop.
  await turns();
  const before = open();
  const { below, watcher } = watched();
  expect(open()).toBe(before + 3);
  writeFileSync(join(below, "types.ts"), "");
  let calls = 0;
  await watcher.next(async () => {
    if (++calls > 1) return;
    writeFileSync(join(below, "types.ts"), "export {};");
    // The event of the change arrives before the watcher is closed.
    await turns();
    watcher.close();
  });
  expect(calls).toBe(2);
  await turns();
  expect(open()).toBe(before);
});
