import { join } from "node:path";
import type { Ask } from "../base/ask.js";
import type { Problem } from "../base/problem.js";
import { configName } from "../base/names.js";
import { relativePath } from "../util/relative-path.js";
import { readIfThere, type FoundConfiguration } from "./find.js";
import { locate } from "./locate.js";
import type { SettingProblem } from "./settings.js";
import { configProblems } from "./problem-codes.js";

const code = ["js", "mjs", "cjs", "ts", "mts"].map((ending) => `codegen.config.${ending}`);

/**
 * Warns of configurations that have no effect: configuration files that are not JSON, and a
 * `codegen` key in package.json beside a `codegen.config.json`.
 */
export async function doubtsOf({ root, shadowed }: FoundConfiguration, ask: Ask): Promise<readonly Problem[]> {
  const scripts = code
    .filter((name) => ask("exists", join(root, name)))
    .map((file): Problem => ({
      ...configProblems.is("config/not-read"),
      message: `codegen does not read ${file}: the configuration must be a JSON file`,
      hint: `move its settings to ${configName}`,
      position: { file, line: 1, column: 1 },
    }));
  if (shadowed === undefined) return scripts;
  const reason: SettingProblem = {
    path: ["codegen"],
    at: "key",
    ...configProblems.is("config/two-configurations"),
    message: `the key "codegen" has no effect, because codegen reads ${configName} instead`,
    hint: `move its settings to ${configName}, and remove the key`,
    instead: "nothing",
  };
  const file = relativePath(root, shadowed);
  return [...scripts, ...(await locate(file, readIfThere(shadowed, ask) ?? "{}", [reason], []))];
}
