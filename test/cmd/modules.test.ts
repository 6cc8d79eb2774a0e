import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, temporaryFolder, type Tree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const group = "x.example.com";
const base: Tree = {
  "apis/v1/doc.ts": groupDoc(group),
  "apis/v1/types.ts": kind(`${group}/v1`, "A", "  n: string;"),
  "apis/v2/doc.ts": groupDoc(group),
  "apis/v2/types.ts": kind(`${group}/v2`, "A", "  n: string;"),
};
const defaults = `import type { A } from "./types";\n\nexport function SetDefaults_A(obj: A): void {\n  obj.n ||= "n";\n}\n`;
const config = (module: string): Tree => ({
  "tsconfig.json": `{\n  // settings\n  "compilerOptions": { "module": "${module}" },\n}\n`,
});

describe("an import without a file extension", () => {
  test("does not change generated imports under Node's module rules, and is a warning at its line", async () => {
    const right = apiProject({
      ...base,
      ...config("NodeNext"),
      "apis/v1/defaults.ts": defaults.replace("./types", "./types.js"),
    });
    expect(await runHere(right, [])).toMatchObject({ stderr: "", status: 0 });
    const root = apiProject({ ...base, ...config("NodeNext"), "apis/v1/defaults.ts": defaults });
    const { stderr, status } = await runHere(root, []);
    expect(stderr).toBe(
      `apis/v1/defaults.ts:1:24 warning load/import-ending: the import of "./types" has no file extension, but "module": "NodeNext" in tsconfig.json requires one\n    import from "./types.js"\n`,
    );
    expect(status).toBe(0);
    expect({ ...readTree(root), "apis/v1/defaults.ts": "" }).toEqual({ ...readTree(right), "apis/v1/defaults.ts": "" });
  });

  test("leads to generated imports without an extension where a bundler resolves modules", async () => {
    const root = apiProject({ ...base, ...config("preserve"), "apis/v1/defaults.ts": defaults });
    expect(await runHere(root, [])).toMatchObject({ stderr: "", status: 0 });
    expect(readFileSync(join(root, "apis/v1/zz_generated.defaults.ts"), "utf8")).toMatch(`from "./types";`);
  });
});

describe("CommonJS", () => {
  test.each([
    ["commonjs", { "package.json": `{ "name": "x", "type": "module" }` }, `tsconfig.json has "module": "commonjs"`],
    [
      "nodenext",
      { "package.json": `{ "name": "x", "type": "commonjs" }` },
      `tsconfig.json has "module": "nodenext", and package.json has no "type": "module"`,
    ],
    [
      "Node16",
      { "package.json": `{ "name": "x" }` },
      `tsconfig.json has "module": "Node16", and package.json has no "type": "module"`,
    ],
  ])("%s is one error that names the supported settings", async (module, tree, reason) => {
    const root = apiProject({ ...base, ...config(module), ...tree });
    const { stderr, status } = await runHere(root, []);
    expect(stderr).toMatch(
      `tsconfig.json:1:1 error project/commonjs: apis/v1 is compiled to CommonJS (${reason}), but generated code and its runtime are ES modules\n    npm pkg set type=module`,
    );
    expect(stderr.match(/ error /g)).toHaveLength(1);
    expect(status).toBe(1);
  });

  test.each([
    ["preserve", `{ "name": "x" }`],
    ["esnext", `{ "name": "x" }`],
    ["nodenext", `{ "name": "x", "type": "module" }`],
  ])("%s in %s is not CommonJS", async (module, manifest) => {
    const root = apiProject({ ...base, ...config(module), "package.json": manifest });
    expect(await runHere(root, [])).toMatchObject({ stderr: "", status: 0 });
  });

  test('init does not change the "type" of a package.json beside code', async () => {
    const root = temporaryFolder({ "package.json": `{ "name": "x", "type": "commonjs" }`, "index.js": "" });
    const { stdout } = await runHere(root, ["init"]);
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({ type: "commonjs" });
    expect(stdout).toMatch("npm pkg set type=module");
  });

  test('init sets "type" to "module" in a folder without code, and prints that', async () => {
    const root = temporaryFolder({ "package.json": `{ "name": "x", "type": "commonjs" }` });
    const { stdout } = await runHere(root, ["init"]);
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({ type: "module" });
    expect(stdout).toMatch('"type": "module"');
  });
});
