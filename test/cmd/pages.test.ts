import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryName } from "../../engine/write/temporary.js";
import { readTree, temporaryFolder, writeTree } from "../engine/temporary-folder.js";
import { runHere } from "./run-here.js";

const page = (group: string, version: string) => `generated/lossy/${group}.example.com/${version}.md`;

/**
 * Creates a project with two groups, and generates its code. The first group has two versions.
 * @returns the project's folder
 */
async function twoGroups(): Promise<string> {
  const root = temporaryFolder({ "package.json": `{ "type": "module" }\n` });
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(
    fileURLToPath(new URL("../../runtime", import.meta.url)),
    join(root, "node_modules/@apimachinery/runtime"),
  );
  for (const [group, kind] of [
    ["tea", "Pot"],
    ["bar", "Glass"],
  ] as const) {
    const args = ["--group", `${group}.example.com`, "--version", "v1alpha1", "--kind", kind, "--internal-hub"];
    await runHere(root, ["create", "api", ...args]);
  }
  await runHere(root, ["create", "version", "--from", "v1alpha1", "--to", "v1", "--group", "tea.example.com"]);
  expect(await runHere(root, [])).toMatchObject({ status: 0 });
  expect(pages(root)).toEqual([page("bar", "v1alpha1"), page("tea", "v1"), page("tea", "v1alpha1")]);
  return root;
}

function pages(root: string): string[] {
  return Object.keys(readTree(root)).filter((path) => path.startsWith("generated/"));
}

test("the page of a removed version is removed, after --check has reported it", async () => {
  const root = await twoGroups();
  rmSync(join(root, "apis/tea/v1alpha1"), { recursive: true });
  expect(await runHere(root, ["--check"])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`--- a/${page("tea", "v1alpha1")}\n+++ /dev/null`) as string,
  });
  expect((await runHere(root, [])).stdout).toContain(`removed ${page("tea", "v1alpha1")}\n`);
  expect(pages(root)).toEqual([page("bar", "v1alpha1"), page("tea", "v1")]);
});

test("pages of a removed group are removed by every run, and pages of a group that is not named stay", async () => {
  const root = await twoGroups();
  expect((await runHere(root, ["apis/bar"])).stdout).not.toContain("removed");
  rmSync(join(root, "apis/tea"), { recursive: true });
  await runHere(root, ["apis/bar"]);
  expect(pages(root)).toEqual([page("bar", "v1alpha1")]);
  expect(existsSync(join(root, "generated/lossy/tea.example.com"))).toBe(false);
  // The previous run removed a page, which changed only the listing of the folder. The cache
  // already contains the new listing.
  expect((await runHere(root, ["apis/bar", "--stats"])).stdout).toMatch(/ cache$/m);
});

test("--only with another generator keeps the pages; a hand-written file at a page's path is an error", async () => {
  const root = await twoGroups();
  rmSync(join(root, "apis/tea/v1alpha1"), { recursive: true });
  await runHere(root, ["--only", "deepcopy"]);
  expect(pages(root)).toHaveLength(3);
  writeTree(root, { [page("bar", "v1alpha1")]: "# Mine\n" });
  expect((await runHere(root, [])).stderr).toMatch(
    /output\/hand-written: .* a file with this path exists, and codegen did not generate it\n {4}delete or rename the file, then run codegen again\n/,
  );
});

test("a run of a workspace and a run of its package write the same pages", async () => {
  const root = await twoGroups();
  const workspace = temporaryFolder({ "package.json": `{ "workspaces": ["packages/*"] }\n` });
  const own = join(workspace, "packages/own");
  mkdirSync(join(workspace, "packages"));
  renameSync(root, own);
  expect(await runHere(workspace, ["packages/own/apis", "--check"])).toMatchObject({ status: 0 });
  rmSync(join(own, "generated"), { recursive: true });
  expect(await runHere(workspace, ["packages/own/apis"])).toMatchObject({ status: 0 });
  expect(pages(own)).toEqual([page("bar", "v1alpha1"), page("tea", "v1"), page("tea", "v1alpha1")]);
  expect(pages(workspace)).toEqual([]);
  expect(await runHere(own, ["--check"])).toMatchObject({ status: 0 });
});

test("codegen lossy reports that nothing is converted", async () => {
  const root = await twoGroups();
  expect(await runHere(root, ["lossy", "apis/bar"])).toEqual({
    status: 0,
    stderr: "",
    stdout: "bar.example.com/v1alpha1 Glass: nothing is lost\n",
  });
  writeTree(root, { "apis/note/types.ts": "export interface Note {}\n" });
  expect(await runHere(root, ["lossy", "apis/note"])).toEqual({
    status: 0,
    stdout: "",
    stderr:
      "codegen: no version converts to a hub: add +k8s:conversion-gen=.. with the folder of the hub to the doc.ts of each version\n",
  });
});

test("temporary files of a killed run in the pages' folder are removed by the next run", async () => {
  const root = await twoGroups();
  const left = `generated/lossy/tea.example.com/${temporaryName("v1.md", 2 ** 22 + 1)}`;
  writeTree(root, { [left]: "half" });
  expect(pages(root)).toContain(left);
  await runHere(root, []);
  expect(pages(root)).not.toContain(left);
});

test("a file at the path of the pages' folder is reported, and nothing is written", async () => {
  const root = await twoGroups();
  rmSync(join(root, "generated"), { recursive: true });
  rmSync(join(root, "apis/tea/zz_generated.install.ts"));
  writeTree(root, { generated: "mine" });
  const { stderr, status } = await runHere(root, []);
  expect(stderr).toMatch(
    /write\/failed: 3 files can't be written: a file with the name of its folder exists\n {4}generated\/lossy\/.*\n.*\n.*\n {4}move or rename that file or folder/,
  );
  expect([status, existsSync(join(root, "apis/tea/zz_generated.install.ts"))]).toEqual([1, false]);
});
