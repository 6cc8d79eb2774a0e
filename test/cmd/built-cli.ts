import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { builtProgram } from "../built-program.js";

const main = "dist/bundle/cmd/codegen/main.cjs";

/** Returns the path of the published command, for tests that need a process. */
export function builtCli(): string {
  return builtProgram({ main, written: main, sources: ["cmd/codegen", "engine", "generators", "templates"] });
}

/** Runs the command until it ends. */
export function runBuilt(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [builtCli(), ...args], { cwd, encoding: "utf8", env: { ...process.env, ...env } });
}
