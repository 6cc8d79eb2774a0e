import { expect, test } from "vitest";
import { fingerprintOfRun } from "../../engine/incremental/run-fingerprint.js";
import { namesOf } from "../../engine/incremental/contents.js";
import { recordReads } from "../../engine/base/recording.js";
import { memoryFileSystem } from "./memory-file-system.js";
import type { FileChange } from "../../engine/base/change.js";

/**
 * Returns the names in folders of the fingerprint of a run. Also returns the names after the
 * run has written its files.
 */
function folders(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  changes: readonly FileChange[],
  emptied: readonly string[] = [],
): readonly unknown[] {
  const listed = [".", "apis", "generated", "generated/a", "elsewhere"];
  const recording = recordReads(memoryFileSystem(before));
  for (const folder of listed) recording.list(folder);
  const fingerprint = fingerprintOfRun({ recording, changes, emptied, problems: [] });
  const now = memoryFileSystem(after);
  return [
    Object.fromEntries(fingerprint.folders),
    Object.fromEntries(listed.map((folder) => [folder, namesOf(now.list(folder))])),
  ];
}

test("the fingerprint contains the folders that the run creates", () => {
  const page: FileChange = { path: "generated/a/page.md", generator: "pages", action: "create", after: "text" };
  const [recorded, actual] = folders({ "apis/types.ts": "" }, { "apis/types.ts": "", "generated/a/page.md": "text" }, [
    page,
  ]);
  expect(recorded).toEqual(actual);
});

test("the fingerprint does not contain the folders of tools, such as a cache", () => {
  const [recorded, actual] = folders({ "elsewhere/a.ts": "" }, { "elsewhere/a.ts": "", "elsewhere/.cache/x": "" }, []);
  expect(recorded).toEqual(actual);
  const [before, after] = folders({ "elsewhere/a.ts": "" }, { "elsewhere/a.ts": "", "elsewhere/b.ts": "" }, []);
  expect(before).not.toEqual(after);
});

test("the fingerprint contains no removed file, and contains an updated file once", () => {
  const removed: FileChange = { path: "apis/zz_generated.old.ts", generator: "old", action: "remove", before: "" };
  const updated: FileChange = {
    path: "apis/zz_generated.new.ts",
    generator: "new",
    action: "update",
    before: "",
    after: "text",
  };
  const [recorded, actual] = folders(
    { "apis/types.ts": "", "apis/zz_generated.new.ts": "", "apis/zz_generated.old.ts": "" },
    { "apis/types.ts": "", "apis/zz_generated.new.ts": "text" },
    [removed, updated],
  );
  expect(recorded).toEqual(actual);
});

test("the fingerprint contains no folder that the run removes because it is empty", () => {
  const removed: FileChange = { path: "generated/a/page.md", generator: "pages", action: "remove", before: "" };
  const [recorded, actual] = folders(
    { "apis/types.ts": "", "generated/a/page.md": "" },
    { "apis/types.ts": "" },
    [removed],
    ["generated/a", "generated"],
  );
  expect(recorded).toEqual(actual);
});
