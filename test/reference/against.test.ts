import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, gitProject } from "../cmd/breaking/git-project.js";
import { runHere } from "../cmd/run-here.js";
import { readTree, writeTree } from "../engine/temporary-folder.js";
import { shopFiles } from "./shop.js";

const types = "apis/shop/v1/types.ts";
const alphaTypes = "apis/shop/v1alpha1/types.ts";
const crate = `
export interface Crate extends TypeMeta<"shop.example.com/v1", "Crate"> {
  metadata: ObjectMeta;
  spec: BoxSpec;
}
`;
const old = { ...shopFiles, [types]: `${shopFiles[types] ?? ""}${crate}` };
const now = {
  [types]: old[types]
    .replace("+k8s:maximum=1000", "+k8s:maximum=500")
    .replace("  keep?: Duration;\n", "")
    .replace("^[a-z]+$", "^[a-z]{1,}$")
    .replace(`"Land" | "Sea"`, `"Land" | "Sea" | "Air"`),
  [alphaTypes]: (shopFiles[alphaTypes] ?? "").replace(`"Land" | "Sea"`, `"Land" | "Sea" | "Air"`),
};

/** Returns the pages of a project whose types have changed since the tag v1. */
async function pagesOf(changed: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const root = gitProject(old);
  writeTree(root, changed);
  const result = await runHere(root, ["reference", "--out", "pages", "--against", "v1", ...args]);
  expect(result).toMatchObject({ status: 0, stderr: "" });
  return { root, pages: readTree(join(root, "pages")) };
}

/** Returns the part of a page after a heading. */
const after = (page: string | undefined, heading: string): string => page?.split(`${heading}\n`)[1] ?? "";

test("--against adds the changes since an older state to each kind, with counter-examples", async () => {
  const { pages } = await pagesOf(now, "--format", "markdown");
  const ofBox = after(pages["shop.example.com/v1/Box.md"], "## Changes since v1");
  expect(ofBox).toContain(`### \`spec.keep\`

**breaking** BoxSpec.keep was removed.

\`\`\`text
create:  {"apiVersion":"shop.example.com/v1","kind":"Box",`);
  expect(ofBox).toContain('answer:  {"error":"strict decoding error: unknown field \\"spec.keep\\""}\n```\n');
  expect(ofBox).toContain(
    "### `spec.size`\n\n**breaking** BoxSpec.size: maximum 500 (before: 1000).\n\n```text\ncreate:  {",
  );
  expect(ofBox).toMatch(
    /### `spec\.code`\n\n\*\*unknown\*\* BoxSpec\.code: .* No object of 200 random objects shows the change\.\n/,
  );
  expect(ofBox).toMatch(/### `spec\.way`\n\n\*\*compatible\*\* .*"Air"/);
  // A change in a type of several kinds is on the page of each.
  const ofCrate = after(pages["shop.example.com/v1/Crate.md"], "## Changes since v1");
  expect(ofCrate).toContain("### `spec.size`\n\n**breaking** BoxSpec.size: maximum 500 (before: 1000).\n");
  expect(ofCrate).toContain('"kind":"Crate"');
  const ofAlpha = after(pages["shop.example.com/v1alpha1/Box.md"], "## Changes since v1");
  expect(ofAlpha.match(/^### .*$/gm)).toEqual(["### `spec.way`"]);
  expect(pages["index.md"]).toContain(
    "[Box](shop.example.com/v1/Box.md): 2 breaking, 1 unknown, 1 compatible; [Crate]",
  );
});

test("HTML pages have the same changes, and links to them", async () => {
  const { root, pages } = await pagesOf(now);
  const page = pages["shop.example.com/v1/Box.html"] ?? "";
  expect(page).toContain('<a href="#-changes">Changes since v1</a>');
  const section = page.slice(page.indexOf('<section id="-changes">'));
  expect(section).toContain(
    '<h3><code>spec.size</code></h3>\n<p><b class="severity breaking">breaking</b>BoxSpec.size: maximum 500 (before: 1000).</p>',
  );
  expect(section).toContain("<code>create:  {&quot;apiVersion&quot;:&quot;shop.example.com/v1&quot;");
  expect(pages["index.html"]).toContain('<a href="shop.example.com/v1/Box.html#-changes">Box</a>: 2 breaking,');
  const checked = await runHere(root, ["reference", "--out", "pages", "--against", "v1", "--check"]);
  expect(checked).toMatchObject({ status: 0 });
});

test("kinds, versions and groups that were removed are on the first page", async () => {
  const root = gitProject({ ...old, "apis/tea/v1/doc.ts": "/** +groupName=tea.example.com */\nexport {};\n" });
  const tea = crate.replaceAll("shop.", "tea.").replace("spec: BoxSpec;", "cups: string;");
  const imports = 'import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";\n';
  writeTree(root, { "apis/tea/v1/types.ts": imports + tea });
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--amend", "--message", "v1");
  git(root, "tag", "--force", "v1");
  for (const folder of ["apis/tea", "apis/shop/v1alpha1"]) rmSync(join(root, folder), { recursive: true });
  writeTree(root, { [types]: shopFiles[types] ?? "" });
  const args = ["reference", "--out", "pages", "--against", "v1", "--format", "markdown"];
  expect(await runHere(root, args)).toMatchObject({ status: 0, stderr: "" });
  const page = readTree(join(root, "pages"))["index.md"] ?? "";
  expect(page).toContain("### `v1.Crate`\n\n**breaking** The kind Crate of v1 was removed.\n");
  expect(page).toContain("### `v1alpha1`\n\n**breaking** The version shop.example.com/v1alpha1 was removed:");
  expect(page).toContain("## tea.example.com\n\nThe group has no versions any more.\n\n### Removed since v1\n");
});

test("an accepted change says why clients do not break", async () => {
  const entry = { code: "breaking/tightened-rule", kind: "v1.Box", path: "spec.size", reason: "no box is that large" };
  const accepted = { "breaking.accepted.json": JSON.stringify({ accepted: [entry] }) };
  const { pages } = await pagesOf({ ...now, ...accepted }, "--format", "markdown");
  expect(pages["shop.example.com/v1/Box.md"]).toContain("(before: 1000). Accepted: no box is that large.\n");
});

test.each([
  ["v2", "codegen: the revision v2 does not exist\n    run git fetch --tags origin, or use a folder: --against ./v2\n"],
  [
    "./v2",
    "codegen: ./v2 does not exist\n    a path that begins with . or / is a folder or a file; a git revision does not begin with . or /\n",
  ],
])("a state that cannot be read, %s, has the message of codegen breaking", async (against, message) => {
  const root = gitProject(old);
  const failed = { status: 2, stdout: "", stderr: message };
  expect(await runHere(root, ["reference", "--out", "pages", "--against", against])).toEqual(failed);
  expect(await runHere(root, ["breaking", "--against", against])).toEqual(failed);
});

test("errors in the types of the old state are reported, and no page is written", async () => {
  const root = gitProject({ ...old, "apis/shop/v1/more.ts": "export interface More { a: Missing }\n" });
  rmSync(join(root, "apis/shop/v1/more.ts"));
  const { status, stderr } = await runHere(root, ["reference", "--out", "pages", "--against", "v1"]);
  expect(status).toBe(2);
  expect(stderr).toContain("in v1: ");
  expect(() => readTree(join(root, "pages"))).toThrow("ENOENT");
});
