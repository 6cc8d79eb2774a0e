import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { folderProblem } from "../../apiserver/options/folder-problem.js";
import { openEmbeddedStorage } from "../../apiserver/storage/index.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-folder-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const failure = (code: string): Error => Object.assign(new Error(`${code}: of the system`), { code });

test("the error for a folder that is not writable names the user, the folder and the remedy", async () => {
  const { message } = await folderProblem("--data-dir", join(folder, "a/b"), failure("EACCES"));
  expect(message).toBe(
    `--data-dir: user ${userInfo().username} may not write to ${folder}: name another folder with --data-dir, or change the permissions of this folder`,
  );
});

test.each(["file", "file/below", "file/far/below"])(
  "the error for the folder %s names the file in its path",
  async (name) => {
    writeFileSync(join(folder, "file"), "");
    for (const code of ["EEXIST", "ENOTDIR"]) {
      const { message } = await folderProblem("--data-dir", join(folder, name), failure(code));
      expect(message).toBe(
        `--data-dir: ${join(folder, "file")} is a file, not a folder: remove it, or name another folder`,
      );
    }
  },
);

test("the error for any other failure has the message of the system", async () => {
  expect((await folderProblem("--cert-dir", folder, failure("ENOSPC"))).message).toBe(
    "--cert-dir: ENOSPC: of the system",
  );
});

test.each([
  [
    "apimachinery-storage 99\n",
    'it has the format "apimachinery-storage 99"; this program needs "apimachinery-storage 1"',
  ],
  [
    "\u0000\u0001\ufffdbinary",
    'its file format is damaged, or belongs to another program; this program needs "apimachinery-storage 1"',
  ],
])("the error for a store of the format %j contains no bytes of its file", async (text, message) => {
  mkdirSync(join(folder, "store"));
  writeFileSync(join(folder, "store/format"), text);
  await expect(openEmbeddedStorage({ directory: join(folder, "store") })).rejects.toThrow(
    `data directory ${join(folder, "store")} can't be used: ${message}`,
  );
  expect(readFileSync(join(folder, "store/format"), "utf8")).toBe(text);
});
