import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Transpiles the command for tests that need a separate process. Type errors in other files have no
 * effect. The name of the folder is a hash of its contents.
 *
 * @returns the path of main.js
 */
export function builtCli(): string {
  const sources = ["cmd/codegen", "engine", "generators"].flatMap((folder) => sourceFiles(folder));
  const texts = sources.map((path) => [path, readFileSync(join(repository, path), "utf8")] as const);
  const templates = existsSync(join(repository, "templates"))
    ? allFiles("templates").map((path) => [path, readFileSync(join(repository, path), "utf8")] as const)
    : [];
  const hash = createHash("sha256")
    .update(JSON.stringify([...texts, ...templates]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(repository, "node_modules/.cache/apimachinery-test-cli", hash);
  const main = join(folder, "cmd/codegen/main.js");
  if (existsSync(main)) return main;
  const preparing = `${folder}.${process.pid}`;
  for (const [path, text] of texts) {
    const target = join(preparing, path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
    writeFileSync(target, ts.transpileModule(text, { compilerOptions: options }).outputText);
  }
  cpSync(join(repository, "package.json"), join(preparing, "package.json"));
  for (const [path, text] of templates) {
    mkdirSync(dirname(join(preparing, path)), { recursive: true });
    writeFileSync(join(preparing, path), text);
  }
  try {
    renameSync(preparing, folder);
  } catch {
    // Another test file has already made the folder.
    rmSync(preparing, { recursive: true, force: true });
  }
  return main;
}

/** Runs the command until it ends. */
export function runBuilt(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [builtCli(), ...args], { cwd, encoding: "utf8", env: { ...process.env, ...env } });
}

function sourceFiles(folder: string): string[] {
  return allFiles(folder).filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
}

function allFiles(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length))
    .sort();
}
