import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../apiserver/util/make-folder.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "make-folder-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("missing folders are created, and only their owner can access them", async () => {
  await makeFolder(join(folder, "a/b/c"));
  expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "a/b/c")).isDirectory()).toBe(true);
  await makeFolder(join(folder, "a/b/c"));
});

test("a path may go up from a missing folder", async () => {
  await makeFolder(`${folder}/missing/../b`);
  expect([existsSync(join(folder, "missing")), existsSync(join(folder, "b"))]).toEqual([false, true]);
});

test("several calls create overlapping folders at the same time", async () => {
  // Which call creates a parent first is random.
  for (let round = 0; round < 500; round++) {
    const paths = ["a/b/c", "a/b/d", "a/e"].map((path) => join(folder, String(round), path));
    await Promise.all(paths.map(makeFolder));
    expect(paths.map((path) => existsSync(path))).toEqual([true, true, true]);
  }
});

test("a file, a link to nothing and a folder below a file are errors of mkdir", async () => {
  writeFileSync(join(folder, "file"), "");
  symlinkSync(join(folder, "nothing"), join(folder, "link"));
  mkdirSync(join(folder, "real"));
  symlinkSync(join(folder, "real"), join(folder, "link-to-folder"));
  await expect(makeFolder(join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST", syscall: "mkdir" });
  await expect(makeFolder(join(folder, "link"))).rejects.toMatchObject({ code: "EEXIST", syscall: "mkdir" });
  await expect(makeFolder(join(folder, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR", syscall: "mkdir" });
  await makeFolder(join(folder, "link-to-folder"));
});
