import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript6";
import { expect, test } from "vitest";
import { apiProject } from "../api-project.js";
import { sizeOf } from "../../sizes.js";
import { runHere } from "../run-here.js";
import { placesOf, wholeCRD, wholeOpenAPI, withText } from "./documents.js";

const code = "globalThis.PWN=1";

/** Strings that end comments, lines and literals around statements. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "*/",
        "/*",
        "//",
        "\r",
        "\n",
        "\r\n",
        "\u2028",
        "\u2029",
        "\\",
        '"',
        "'",
        "`",
        "${",
        "}",
        "]",
        ")",
      ),
      fc.constantFrom(
        code,
        `;${code};//`,
        `*/${code}/*`,
        ",",
        ";",
        "=",
        "+default=1",
        "@example",
        "#",
        "../",
        "a",
        " ",
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));

/** Returns the JavaScript of a TypeScript file. */
function transpiled(text: string, removeComments: boolean): string {
  const { ESNext } = ts.ModuleKind;
  return ts.transpileModule(text, {
    compilerOptions: { module: ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true, removeComments },
  }).outputText;
}

/** Loads all modules of a folder in a separate process. Returns whether one of them ran code. */
function runsCode(folder: string): boolean {
  const load = `
    import { readdirSync } from "node:fs";
    for (const name of readdirSync(".")) await import(process.cwd() + "/" + name);
    console.log("PWN" in globalThis);`;
  return (
    execFileSync(process.execPath, ["--input-type=module", "-e", load], { cwd: folder, encoding: "utf8" }) === "true\n"
  );
}

test.each([
  ["a CRD", wholeCRD],
  ["an OpenAPI document", wholeOpenAPI],
])("a string in any place of %s is never code in the imported files, or the document is refused", async (_, whole) => {
  const root = apiProject({ "modules/none.mjs": "", "whole.json": JSON.stringify(whole) });
  // Without the string, the document is imported.
  expect(await runHere(root, ["import", "whole.json"])).toMatchObject({ status: 0, stderr: "" });
  let [run, imported] = [0, 0];
  const place = fc.constantFrom(...placesOf(whole));
  await fc.assert(
    fc.asyncProperty(place, hostile, async (where, text) => {
      const out = `out${String(run++)}`;
      writeFileSync(join(root, "document.json"), JSON.stringify(withText(whole, where, text)));
      const { status, stderr } = await runHere(root, ["import", "document.json", "--out", out]);
      expect(stderr).not.toMatch(/a bug in codegen|import\/not-data/);
      if (status !== 0) {
        expect(stderr).toMatch(/^document\.json:\d+:\d+ error import\/|has no kinds|have no kinds/);
        expect(existsSync(join(root, out))).toBe(false);
        return;
      }
      imported++;
      const files = readdirSync(join(root, out), { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(".ts"),
      );
      expect(files).toHaveLength(2);
      files.forEach((path, index) => {
        const source = readFileSync(join(root, out, path), "utf8");
        expect(transpiled(source, true).replace("export {};", "").trim()).toBe("");
        writeFileSync(join(root, `modules/${out}-${String(index)}.mjs`), transpiled(source, false));
      });
      rmSync(join(root, out), { recursive: true });
    }),
    { numRuns: sizeOf("IMPORTED_STRINGS") },
  );
  expect(imported).toBeGreaterThan(run / 4);
  expect(runsCode(join(root, "modules"))).toBe(false);
});

test("the test itself detects a module that runs code", () => {
  const root = apiProject({ "modules/one.mjs": code });
  expect(runsCode(join(root, "modules"))).toBe(true);
});
