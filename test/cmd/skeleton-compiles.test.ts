import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { runHere } from "./run-here.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns the strict compiler's messages for a folder. The package name of the runtime leads to its
 * sources.
 */
function compile(root: string): string[] {
  const files = readdirSync(join(root, "apis"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    paths: {
      "@apimachinery/runtime": [join(repository, "runtime/index.ts")],
      "@apimachinery/runtime/codegen/v1": [join(repository, "runtime/codegen/v1.ts")],
      "@apimachinery/runtime/testing": [join(repository, "runtime/testing/index.ts")],
    },
  };
  const program = ts.createProgram(
    files.map((path) => join(root, "apis", path)),
    options,
  );
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file?.fileName.startsWith(root) ?? true)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(root.length) ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

test("the files of codegen create have no problems, and compile strictly before and after generation", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(repository, "runtime"), join(root, "node_modules/@apimachinery/runtime"));
  const group = ["--group", "restaurant.example.com"];
  for (const args of [
    ["init"],
    ["create", "api", ...group, "--version", "v1alpha1", "--kind", "Pizza", "--namespaced"],
    ["create", "api", ...group, "--version", "v1alpha1", "--kind", "Topping"],
    ["create", "api", "--group", "bar.example.com", "--version", "v1", "--kind", "Drink"],
    ["create", "version", "--from", "v1alpha1", "--to", "v1beta1"],
  ]) {
    expect(await runHere(root, args)).toMatchObject({ stderr: "", status: 0 });
  }
  expect(compile(root)).toEqual([]);
  const { stdout, stderr, status } = await runHere(root, []);
  expect(stderr).not.toMatch(/ (error|warning) /);
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining("created apis/restaurant/v1beta1/zz_generated.conversion.ts"),
  ]);
  expect(compile(root)).toEqual([]);
});
