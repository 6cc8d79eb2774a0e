import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { pizzaCRD } from "./import/crd-yaml.js";
import { runHere } from "./run-here.js";

const api = ["create", "api", "--group", "pizza.example.com", "--version", "v1", "--kind", "Pizza"];

/** Returns a folder with a project, and an empty folder beside it to which the project links. */
function beside(tree: Readonly<Record<string, string>>): { readonly project: string; readonly outside: string } {
  const files = { "package.json": '{ "type": "module" }', "crd.yaml": pizzaCRD("{ type: object }"), ...tree };
  const root = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])),
  );
  const [project, outside] = [join(root, "project"), join(root, "outside")];
  mkdirSync(outside);
  symlinkSync("../outside", join(project, "link"));
  return { project, outside };
}

test.each([
  ["create api, by the configuration", { "codegen.config.json": '{ "paths": ["../outside"] }' }, api],
  ["create api, by a link", { "codegen.config.json": '{ "paths": ["link"] }' }, api],
  ["import, by a link", {}, ["import", "crd.yaml", "--out", "link"]],
  ["import, by a folder below a link", {}, ["import", "crd.yaml", "--out", "link/deeper/still"]],
])("%s, writes nothing outside of the project", async (_, tree, args) => {
  const { project, outside } = beside(tree);
  const { status, stdout, stderr } = await runHere(project, args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^(link|\.\.\/outside)\/.*:1:1 error write\/failed: 2 files can't be written: its folder is/);
  expect(readdirSync(outside)).toEqual([]);
});

test.each(["..", "../outside", "/tmp"])("import --out %s is a usage error", async (out) => {
  const { project, outside } = beside({});
  const { status, stderr } = await runHere(project, ["import", "crd.yaml", "--out", out]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `codegen: --out ${out}: the folder must be inside the working directory\n`,
  });
  expect([readdirSync(outside), existsSync(join(project, "../pizza"))]).toEqual([[], false]);
});

test("a link to a folder of the project is followed", async () => {
  const { project } = beside({ "types/README.md": "" });
  symlinkSync("types", join(project, "apis"));
  expect(await runHere(project, ["import", "crd.yaml"])).toMatchObject({ status: 0 });
  expect(existsSync(join(project, "types/pizza/v1/types.ts"))).toBe(true);
});
