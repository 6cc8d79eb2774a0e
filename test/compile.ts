import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { repository } from "./built-program.js";

const compiler = join(repository, "node_modules/typescript/bin/tsc");

/** Runs the compiler in a folder, and returns its messages; empty if there are none. */
export function compileIn(folder: string, ...args: readonly string[]): string {
  const options = { cwd: folder, encoding: "utf8" } as const;
  const { stdout, stderr, error } = spawnSync(process.execPath, [compiler, "--pretty", "false", ...args], options);
  if (error !== undefined) throw error;
  return stdout + stderr;
}

/**
 * Compiles a project without output.
 * @param config path of the tsconfig.json
 * @returns the messages of the compiler; empty if there are none
 */
export function compileProject(config: string): string {
  return compileIn(dirname(config), "--noEmit", "-p", config);
}
