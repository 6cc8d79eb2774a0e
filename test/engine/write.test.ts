import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatProblem } from "../../engine/base/problem.js";
import { faultOfHeader, folderOfPage, generatedBy, headerText, pageHeader } from "../../engine/write/header.js";
import { diskFileSystem } from "../../engine/base/file-system.js";
import { removeAbandoned, temporaryName } from "../../engine/write/temporary.js";
import { findEmptied } from "../../engine/write/emptied.js";
import { failures } from "../../engine/write/failures.js";
import { writeChanges } from "../../engine/write/write.js";
import type { FileChange } from "../../engine/base/change.js";
import { readTree, temporaryFolder } from "./temporary-folder.js";

const change = (path: string, action: FileChange["action"], after?: string): FileChange => ({
  path,
  generator: "test",
  action,
  ...(after === undefined ? {} : { after }),
});

describe("writing files", () => {
  test("creates, replaces and removes files, and does not touch unchanged ones", async () => {
    const root = temporaryFolder({ "a/old.ts": "old", "a/same.ts": "same", "a/gone.ts": "gone" });
    const before = statSync(join(root, "a/same.ts")).mtimeMs;
    const problems = await writeChanges(root, [
      change("a/old.ts", "update", "new"),
      change("b/c/new.ts", "create", "text"),
      change("a/same.ts", "unchanged", "same"),
      change("a/gone.ts", "remove"),
    ]);
    expect(problems).toEqual([]);
    expect(readTree(root)).toEqual({ "a/old.ts": "new", "a/same.ts": "same", "b/c/new.ts": "text" });
    expect(statSync(join(root, "a/same.ts")).mtimeMs).toBe(before);
  });

  test("one file that cannot be written stops all changes, and no temporary file remains", async () => {
    const root = temporaryFolder({ "a.ts": "old", blocked: "a file where a folder should be", "gone.ts": "gone" });
    const problems = await writeChanges(root, [
      change("new/deep/a.ts", "create", "new"),
      change("a.ts", "update", "new"),
      change("blocked/b.ts", "create", "new"),
      change("new/b.ts", "create", "new"),
      change("gone.ts", "remove"),
    ]);
    expect(problems.map((problem) => problem.position.file)).toEqual(["blocked/b.ts"]);
    expect(formatProblem(problems[0] ?? expect.fail())).toMatch(
      /^blocked\/b.ts:1:1 error write\/failed: blocked\/b.ts can't be written: a file with the name of its folder exists\n {4}move or rename that file or folder, then run codegen again$/,
    );
    expect(readTree(root)).toEqual({ "a.ts": "old", blocked: "a file where a folder should be", "gone.ts": "gone" });
    expect(readdirSync(root).sort()).toEqual(["a.ts", "blocked", "gone.ts"]);
  });

  test("all files that cannot be written are reported", async () => {
    const root = temporaryFolder({ blocked: "a file where a folder should be" });
    const changes = Array.from({ length: 40 }, (_, index) =>
      change(index % 2 === 0 ? `blocked/${index}.ts` : `open/${index}.ts`, "create", "new"),
    );
    expect((await writeChanges(root, changes)).map(({ message }) => message)).toEqual([
      "20 files can't be written: a file with the name of its folder exists",
    ]);
    expect(readTree(root)).toEqual({ blocked: "a file where a folder should be" });
  });

  test("if a file cannot be moved into place, the other files are restored", async () => {
    const root = temporaryFolder({ "a.ts": "old", "b.ts/x": "", "gone.ts": "gone" });
    const updated = { ...change("a.ts", "update", "new"), before: "old" };
    const problems = await writeChanges(root, [
      updated,
      change("aa.ts", "create", "new"),
      change("b.ts", "create", "new"),
      change("gone.ts", "remove"),
    ]);
    expect(problems.map(({ message }) => message)).toEqual(["b.ts can't be written: a folder with this name exists"]);
    expect(readTree(root)).toEqual({ "a.ts": "old", "b.ts/x": "", "gone.ts": "gone" });
  });

  test("each cause is one problem with the number of files and the first paths; a full disk concerns all", () => {
    const errno = (code: string): Error => Object.assign(new Error(code), { code });
    const all = ["d.ts", "c.ts", "b.ts", "a.ts"];
    expect(
      failures(
        [
          { path: "c.ts", error: errno("ENOSPC") },
          { path: "b.ts", error: errno("ENOSPC") },
        ],
        all,
      ).map((problem) => formatProblem(problem)),
    ).toEqual([
      "a.ts:1:1 error write/failed: 4 files can't be written: the disk is full\n    a.ts\n    b.ts\n    c.ts\n    and 1 more\n    free some space, then run codegen again",
    ]);
    const mixed = [
      { path: "c.ts", error: errno("EACCES") },
      { path: "b.ts", error: errno("EISDIR") },
      { path: "a.ts", error: errno("EACCES") },
    ];
    expect(failures(mixed, all).map(({ message }) => message)).toEqual([
      "2 files can't be written: permission denied",
      "b.ts can't be written: a folder with this name exists",
    ]);
  });

  test("folders that a removal empties are removed, except named folders and folders with other contents", async () => {
    const root = temporaryFolder({
      "generated/g/v1/a.md": "",
      "generated/g/v2/b.md": "",
      "apis/g/v1/zz.ts": "",
      "apis/g/v2/zz.ts": "",
      "apis/g/v2/.keep": "",
    });
    mkdirSync(join(root, "generated/g/mine"));
    const changes = ["generated/g/v1/a.md", "generated/g/v2/b.md", "apis/g/v1/zz.ts", "apis/g/v2/zz.ts"].map((path) =>
      change(path, "remove"),
    );
    const replaced = change("generated/g/v2/c.md", "create", "");
    const emptied = findEmptied(diskFileSystem(root), [...changes, replaced], ["apis/g/v1"]);
    expect(emptied).toEqual(["generated/g/v1"]);
    expect(findEmptied(diskFileSystem(root), changes, ["apis"])).toEqual([
      "generated/g/v1",
      "generated/g/v2",
      "apis/g/v1",
    ]);
    expect(await writeChanges(root, [...changes, replaced], emptied)).toEqual([]);
    expect(readdirSync(root, { recursive: true, encoding: "utf8" }).sort()).toEqual([
      "apis",
      "apis/g",
      "apis/g/v1",
      "apis/g/v2",
      "apis/g/v2/.keep",
      "generated",
      "generated/g",
      "generated/g/mine",
      "generated/g/v2",
      "generated/g/v2/c.md",
    ]);
  });

  test.skipIf(process.getuid?.() === 0)(
    "a folder without permission is reported (skipped for root, who may write everywhere)",
    async () => {
      const root = temporaryFolder({ "open/a.ts": "old", "closed/b.ts": "old" });
      chmodSync(join(root, "closed"), 0o500);
      const problems = await writeChanges(root, [
        change("closed/b.ts", "update", "new"),
        change("open/a.ts", "update", "new"),
      ]);
      chmodSync(join(root, "closed"), 0o700);
      expect(problems.map(({ message }) => message)).toEqual(["closed/b.ts can't be written: permission denied"]);
      expect(readTree(root)).toEqual({ "open/a.ts": "old", "closed/b.ts": "old" });
    },
  );
});

test("temporary files of ended processes are removed, and those of running processes stay", () => {
  const root = temporaryFolder();
  const dead = 2 ** 22 + 1;
  mkdirSync(join(root, "a"));
  for (const id of [dead, process.ppid, process.pid]) writeFileSync(join(root, "a", temporaryName("x.ts", id)), "");
  writeFileSync(join(root, "a/mine.tmp"), "");
  removeAbandoned(root, diskFileSystem(root), ["a"]);
  expect(readdirSync(join(root, "a")).sort()).toEqual(
    [temporaryName("x.ts", process.pid), temporaryName("x.ts", process.ppid), "mine.tmp"].sort(),
  );
  expect(temporaryName("x.ts", 12)).toBe(".x.ts.12.tmp");
});

describe("the header of a generated file", () => {
  test.each(["apis/shop/v1", "a--><b>", "a\nglobalThis.x=1", "a\u2028b", "100%", "%003E", "a\r"])(
    "names the folder %j of a page in one line, and it is read again",
    (folder) => {
      const [page, code] = [pageHeader("lossy", folder), headerText("client", undefined, undefined, folder)];
      expect([page, code].map((text) => text.split(/[\r\n\u2028\u2029]/).length)).toEqual([2, 2]);
      expect(page.indexOf("-->")).toBe(page.length - 4);
      expect([page, code].map(folderOfPage)).toEqual([folder, folder]);
    },
  );

  const own = "// Code generated by codegen (deepcopy). DO NOT EDIT.\n";
  const now = String(new Date().getUTCFullYear());

  test("is one line without a header file", () => {
    expect(headerText("deepcopy", undefined, undefined)).toBe(own);
  });

  test("has the current year for YEAR in a new file, and the old year in an existing file", () => {
    const text = "/*\nCopyright YEAR Acme.\n*/";
    expect(headerText("deepcopy", text, undefined)).toBe(`/*\nCopyright ${now} Acme.\n*/\n\n${own}`);
    expect(headerText("deepcopy", text, `/*\nCopyright 2019 Acme.\n*/\n\n${own}export {};`)).toBe(
      `/*\nCopyright 2019 Acme.\n*/\n\n${own}`,
    );
  });

  test("can contain another year, which does not replace YEAR", () => {
    const text = "// Since 2001, Copyright YEAR (c) Acme.";
    expect(headerText("deepcopy", text, `// Since 2001, Copyright 2020 (c) Acme.\n\n${own}`)).toMatch(
      "Since 2001, Copyright 2020 (c)",
    );
  });

  test("has the old year after its text was changed", () => {
    expect(headerText("deepcopy", "// (c) YEAR Acme Inc.", `// (c) 2020 Acme\n\n${own}`)).toMatch("(c) 2020 Acme Inc.");
  });

  test("does not use a year from the code below it", () => {
    expect(headerText("deepcopy", "// (c) YEAR", `${own}const year = 1999;`)).toMatch(`(c) ${now}`);
  });

  test("must be above all code to mark a file as generated", () => {
    expect(generatedBy(`${own}export {};`)).toBe("deepcopy");
    expect(generatedBy(`/* a\n b */\r\n\r\n${own.trim()}\r\nexport {};`)).toBe("deepcopy");
    expect(generatedBy(`import "x";\n${own}`)).toBeUndefined();
    expect(generatedBy("const s = `\n" + own + "`;")).toBeUndefined();
    expect(generatedBy("// Code generated by protoc. DO NOT EDIT.\n")).toBeUndefined();
  });

  test("is read from a file that must contain only comments", () => {
    expect(faultOfHeader("// a\n/* b\n c */\n\n// d")).toBeUndefined();
    expect(faultOfHeader("Copyright")).toMatch("comments only");
  });
});
