import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const root = new URL("../../../", import.meta.url).pathname;

/** The folders of the storage, and of the layers that it imports. */
const layers = ["util", "errors", "logging", "tracing", "storage"];

/**
 * Compiles the storage to JavaScript, for child processes of tests. The compiled files are in a
 * folder inside the project, so that Node finds the packages.
 * @returns the folder, which the caller must remove
 */
export function compileStorage(): string {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const output = mkdtempSync(join(cache, "storage-test-"));
  writeFileSync(join(output, "package.json"), '{"type":"module"}');
  for (const folder of layers) compile(join(root, "apiserver", folder), join(output, "apiserver", folder));
  compile(join(root, "test/apiserver/storage/children"), join(output, "children"));
  return output;
}

function compile(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const { outputText } = ts.transpileModule(readFileSync(join(from, name), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    });
    // The sources of the child processes import the storage by its path in the project. The
    // compiled storage has another relative path.
    const text = outputText.replaceAll("../../../../apiserver/", "../apiserver/");
    const file = join(to, name.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
