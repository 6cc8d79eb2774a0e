import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import { nearest } from "../../engine/util/nearest.js";
import { commands } from "./command-names.js";

/** Second words of commands, such as `create api`. Users can forget the first word. */
const created = ["api", "controller", "server", "version"];

/**
 * Returns an explanation if the first argument is neither a command nor a folder, and looks like
 * the name of a command, such as `generate` or `marker`. Returns undefined for every other
 * argument.
 */
export function mistakenCommand([first]: readonly string[], cwd: string): string | undefined {
  if (first === undefined || !/^[a-z][a-z-]*$/.test(first)) return undefined;
  if (commands.includes(first) || existsSync(join(cwd, first))) return undefined;
  const missing = `${first} is neither a command nor a folder`;
  if (first === "help") return `${missing}; codegen --help lists the commands`;
  if (created.includes(first)) return `${missing}; did you mean the command create ${first}?`;
  const meant = nearest(first, ["generate", ...commands]);
  if (meant === undefined) return undefined;
  if (meant !== "generate") return `${missing}; did you mean the command ${meant}?`;
  const { run, codegen } = packageManagerOf(cwd);
  const how = `codegen without a command generates code: ${run("generate")}, or ${codegen("")}`;
  return first === meant ? how : `${missing}; ${how}`;
}
