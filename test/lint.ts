import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { repository } from "./built-program.js";

interface Configuration {
  readonly ignorePatterns: readonly string[];
}

/**
 * Checks files with the rules of this project, below a folder that its own lint skips. The
 * `tsconfig.json` of the folder supplies the types.
 * @param patterns patterns of files, relative to the folder
 * @returns the findings; empty if there are none
 * @throws Error if no file matches
 */
export function lint(folder: string, patterns: readonly string[]): string {
  const files = globSync([...patterns], { cwd: folder, ignore: "**/*.test.ts" });
  if (files.length === 0) throw new Error(`no file below ${folder} matches ${patterns.join(", ")}`);
  const text = readFileSync(join(repository, ".oxlintrc.json"), "utf8");
  const rules = { ...(JSON.parse(text) as Configuration), $schema: undefined, ignorePatterns: [] };
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(rules));
  const flags = ["--quiet", "--type-aware", "--report-unused-disable-directives-severity=error", "--format=unix"];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(repository, "node_modules/oxlint/bin/oxlint"), ...flags, "--no-ignore", ...files],
    { cwd: folder, encoding: "utf8" },
  );
  return status === 0 ? "" : stdout + stderr;
}
