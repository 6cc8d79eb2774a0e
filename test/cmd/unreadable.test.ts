import { existsSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTree } from "../engine/temporary-folder.js";
import { namesProject } from "./names-project.js";
import { runHere } from "./run-here.js";

/** The file exists, but the system refuses to read it, also for the administrator. */
const unreadable = "/proc/self/mem";

test.runIf(existsSync(unreadable))(
  "a file that the system refuses to read is an error, and not a missing file",
  async () => {
    const root = namesProject();
    await runHere(root, []);
    const before = readTree(join(root, "apis"));
    for (const path of ["apis/group/v1/types.ts", "codegen.config.json"]) {
      renameSync(join(root, path), join(root, "kept"));
      symlinkSync(unreadable, join(root, path));
      const { stderr, status } = await runHere(root, []);
      expect([status, stderr]).toEqual([1, `codegen: ${join(root, path)} cannot be read: EIO: i/o error\n`]);
      rmSync(join(root, path));
      renameSync(join(root, "kept"), join(root, path));
    }
    expect(readTree(join(root, "apis"))).toEqual(before);
  },
);

test("a symbolic link to itself in a folder of types is ignored", async () => {
  const root = namesProject();
  symlinkSync("loop", join(root, "apis/group/v1/loop"));
  expect(await runHere(root, [])).toMatchObject({ status: 0, stderr: "" });
});
