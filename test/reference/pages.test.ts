import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { readTree, writeTree } from "../engine/temporary-folder.js";
import { shopFiles, shopProject } from "./shop.js";

const expected = join(import.meta.dirname, "expected");

async function pagesOf(root: string, ...args: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { stdout, stderr, status } = await runHere(root, ["reference", "--out", "pages", ...args]);
  expect({ status, stderr, stdout }).toMatchObject({ status: 0 });
  return readTree(join(root, "pages"));
}

test("the Markdown pages of a group are those in the folder expected", async () => {
  const pages = await pagesOf(shopProject(), "--format", "markdown");
  if (process.env["UPDATE_GOLDEN"] !== undefined) {
    rmSync(expected, { recursive: true, force: true });
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(expected, path)), { recursive: true });
      writeFileSync(join(expected, path), text);
    }
  }
  expect(pages).toEqual(readTree(expected));
});

test("each link of the HTML pages leads to a page and a section that exist, and ids are unique", async () => {
  const pages = await pagesOf(shopProject());
  const idsOf = (text: string) => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
  let count = 0;
  for (const [path, text] of Object.entries(pages)) {
    if (!path.endsWith(".html")) continue;
    const ids = idsOf(text);
    expect({ path, ids: [...new Set(ids)] }).toEqual({ path, ids });
    for (const [, link = ""] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (link.startsWith("data:")) continue;
      const [file = "", section] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      expect(Object.keys(pages), `${path}: ${link}`).toContain(target);
      const id = section === undefined ? [] : [decodeURIComponent(section)];
      expect(idsOf(pages[target] ?? ""), `${path}: ${link}`).toEqual(expect.arrayContaining(id));
      count++;
    }
  }
  expect(count).toBeGreaterThan(100);
});

test("links stay the same when a field and a type are added", async () => {
  const root = shopProject();
  const idsOf = (pages: Readonly<Record<string, string>>) =>
    Object.entries(pages).flatMap(([path, text]) =>
      [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => `${path}#${id}`),
    );
  const before = idsOf(await pagesOf(root));
  const file = "apis/shop/v1/types.ts";
  const changed = (shopFiles[file] ?? "").replace("  /** How many", "  first?: Other;\n  /** How many");
  writeTree(root, { [file]: `${changed}\nexport interface Other {\n  thing: Thing;\n}\n` });
  const after = idsOf(await pagesOf(root));
  expect(after).toEqual(expect.arrayContaining(before));
  expect(after).toContain("shop.example.com/v1/Box.html#BoxSpec.first");
});

test("strings of types do not become markup", async () => {
  const name = `"a b<i>&'"`;
  const hostile = `<img src=x onerror="alert(1)"></script><script>alert(2)</script>{{x}}`;
  const types = (shopFiles["apis/shop/v1/types.ts"] ?? "")
    .replace("How many things fit.", hostile)
    .replace("keep?: Duration", `${name}?: Duration`)
    .replace("too many things", "</script><b>no</b>")
    .replace(`"Land" | "Sea"`, `"Land" | "<script>alert(3)</script>" | "'>&lt;"`);
  const root = shopProject({ "apis/shop/v1/types.ts": types });
  const html = await pagesOf(root);
  for (const [path, text] of Object.entries(html)) {
    expect({ path, scripts: text.match(/<script\b/g)?.length ?? 0 }).toEqual({
      path,
      scripts: path.endsWith(".html") ? 1 : 0,
    });
    expect(text).not.toMatch(/<img|<i>|<b>no|onerror="/);
  }
  expect(html["shop.example.com/v1/Box.html"]).toContain(
    "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&lt;/script&gt;",
  );
  const markdown = await pagesOf(root, "--format", "markdown");
  const page = markdown["shop.example.com/v1/Box.md"] ?? "";
  expect(page).toContain("alert(3)");
  expect(marked.parse(page)).not.toMatch(/<(img|script|b|i)\b/);
});

test("a folder of pages that cannot be created is a problem, and not a bug", async () => {
  const root = shopProject();
  symlinkSync("missing", join(root, "link"));
  for (const [out, reason] of [
    ["package.json", "a file with the name of its folder exists"],
    ["link", "its folder is, or is in, a symbolic link to a missing folder"],
    ["link/pages", "its folder is, or is in, a symbolic link to a missing folder"],
  ]) {
    const { status, stderr } = await runHere(root, ["reference", "--out", out ?? ""]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`error write/failed: 8 files can't be written: ${reason}\n`),
    ]);
  }
});

test("--check reports pages that are out of date, and a later run removes those of a removed kind", async () => {
  const root = shopProject();
  await pagesOf(root);
  expect((await runHere(root, ["reference", "--out", "pages"])).stdout).toMatch(/^\d+ generated files unchanged\n$/);
  expect(await runHere(root, ["reference", "--out", "pages", "--check"])).toMatchObject({ status: 0 });
  writeTree(root, { "pages/notes.txt": "mine", "pages/own.html": "<p>mine" });
  rmSync(join(root, "apis/shop/v1alpha1"), { recursive: true });
  const { status, stdout } = await runHere(root, ["reference", "--out", "pages", "--check"]);
  expect(status, stdout).toBe(1);
  expect(stdout).toContain("pages/shop.example.com/v1alpha1/Box.html");
  expect(stdout).toMatch(/\n\d+ generated files not up to date; run the same command without --check\n$/);
  const pages = await pagesOf(root);
  expect(Object.keys(pages).filter((path) => path.includes("v1alpha1"))).toEqual([]);
  expect(Object.keys(pages)).toEqual(expect.arrayContaining(["notes.txt", "own.html"]));
  expect(readFileSync(join(root, "pages/own.html"), "utf8")).toBe("<p>mine");
});

test("a file that the command did not write is not replaced", async () => {
  const root = shopProject({ "pages/index.html": "<p>mine\n" });
  const { status, stderr, stdout } = await runHere(root, ["reference", "--out", "pages"]);
  expect(status).toBe(1);
  expect(stdout + stderr).toContain("pages/index.html:1:1");
  expect(readTree(join(root, "pages"))).toEqual({ "index.html": "<p>mine\n" });
});

test("an example is the first valid object of the folder of examples", async () => {
  const box = (name: string, code: string) =>
    `apiVersion: shop.example.com/v1\nkind: Box\nmetadata: {name: ${name}}\nspec: {code: ${code}, things: []}\n`;
  const root = shopProject({ "samples/a.yaml": box("wrong", "A1"), "samples/b.yaml": box("right", "abc") });
  const pages = await pagesOf(root, "--examples", "samples", "--format", "markdown");
  expect(pages["shop.example.com/v1/Box.md"]).toContain("  name: right\n");
  expect(pages["shop.example.com/v1alpha1/Box.md"]).toContain("  name: my-box\n");
});

describe("types with exponentially many paths", () => {
  const levels = Array.from({ length: 30 }, (_, n) => `export interface L${n} { a: L${n + 1}; b: L${n + 1}; }`);
  const files = ["v1", "v1alpha1"].map((version): readonly [string, string] => {
    const path = `apis/shop/${version}/types.ts`;
    const text = (shopFiles[path] ?? "")
      .replace("  way?: Way;", "  way?: Way;\n  levels: L0;")
      .replace(" *  +kubebuilder:object:root=true\n", "");
    const last = `export interface L30 {\n  /** +k8s:conversion-gen=false */\n  ${version}: string;\n}\n`;
    return [path, `${text}\n${levels.join("\n")}\n${last}`];
  });

  test("have pages with their losses, without an example", async () => {
    const pages = await pagesOf(shopProject(Object.fromEntries(files)));
    expect(pages["shop.example.com/v1.html"]).toContain('id="L30.v1"');
    const page = pages["shop.example.com/v1/Box.html"] ?? "";
    expect(page).not.toContain(`id="-example"`);
    expect(page).toContain(`spec.levels${".a".repeat(30)}.v1`);
    expect(page).toMatch(/spec\.levels\.b<\/code>.*\n.*the same fields as in spec\.levels\.a/);
    expect(page).toMatch(/spec\.levels\.b<\/code><\/th>\n<td>as in <code>spec\.levels\.a<\/code>/);
  });

  test("have a list of losses", async () => {
    const { status, stdout } = await runHere(shopProject(Object.fromEntries(files)), ["lossy"]);
    expect(status, stdout).toBe(0);
    expect(stdout).toContain(
      `Box spec.levels${".a".repeat(30)}.v1: kept, a marker excludes the field from conversion;`,
    );
    expect(stdout).toContain("Box spec.levels.b: loses the same fields as spec.levels.a\n");
  });
});

test("types without a group are a mistake of usage", async () => {
  const root = shopProject({ "apis/shop/v1/doc.ts": "export {};\n", "apis/shop/v1alpha1/doc.ts": "export {};\n" });
  const { status, stderr } = await runHere(root, ["reference"]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      "codegen: no folder has an API group: add +groupName=example.com with the name of the group to the doc.ts of each version\n",
  });
});

test.each([
  [["--examples", "nothing"], 2, "codegen: --examples=nothing: the folder cannot be read\n"],
  [["nothing"], 2, "nothing"],
])("reference %j ends with exit code %i", async (args, status, message) => {
  const result = await runHere(shopProject(), ["reference", ...args]);
  expect(result).toMatchObject({ status });
  expect(result.stderr).toContain(message);
});

test("types with errors are reported, and no page is written", async () => {
  const root = shopProject({ "apis/shop/v1/more.ts": "export interface More { a: Missing }\n" });
  const { status, stderr, stdout } = await runHere(root, ["reference", "--out", "pages"]);
  expect(status).toBe(1);
  expect(stdout + stderr).toContain("apis/shop/v1/more.ts:1:");
  expect(() => readTree(join(root, "pages"))).toThrow("ENOENT");
});
