import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript6";
import { builtProgram, repository } from "../../built-program.js";

/** Returns a file of the built storage: `make build` compiles it. */
export function builtStorage(file: string): string {
  return builtProgram({
    main: `apiserver/dist/storage/${file}`,
    written: "apiserver/dist/bundle/index.js",
    sources: ["runtime", "apiserver"],
  });
}

/**
 * Compiles the scripts of child processes, which import the built storage. The compiled files are
 * in a folder inside the project, so that Node finds the packages.
 * @returns the folder, which the caller must remove
 */
export function compileChildren(): string {
  const cache = join(repository, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const output = mkdtempSync(join(cache, "storage-test-"));
  writeFileSync(join(output, "package.json"), '{"type":"module"}');
  const storage = pathToFileURL(builtStorage("index.js")).href;
  for (const name of ["use", "writers"]) {
    const { outputText } = ts.transpileModule(readFileSync(join(import.meta.dirname, `children/${name}.ts`), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    });
    const text = outputText.replaceAll("../../../../apiserver/storage/index.js", storage);
    writeFileSync(join(output, `${name}.js`), text);
  }
  return output;
}
