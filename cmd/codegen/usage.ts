import { packageManagerOf } from "../../engine/base/package-manager.js";
import { exit, type ExitCode } from "./exit.js";
import type { Terminal } from "./terminal.js";

/**
 * Returns the problem in a command's arguments: missing options, or arguments that do not belong to
 * an option. Returns undefined if the arguments are valid.
 */
export function argumentsProblem(
  options: { readonly [name: string]: string | undefined },
  unexpected: readonly string[],
): string | undefined {
  // In `--group --version v1`, the parser reads "--version" as the value of --group.
  const isMissing = (name: string): boolean => options[name] === undefined || options[name].startsWith("--");
  const missing = Object.keys(options).filter(isMissing);
  if (missing.length > 0 && unexpected.length === 0) return `missing ${missing.join(", ")}`;
  if (unexpected.length === 0) return undefined;
  const without = missing.length === 0 ? "" : ` (missing ${missing.join(", ")})`;
  return `unexpected ${unexpected.map((text) => JSON.stringify(text)).join(", ")}: give each value to its option${without}`;
}

/** Prints the problem in the arguments of a command, with an example of valid arguments. */
export function misused(problem: string | undefined, example: string, terminal: Terminal): ExitCode {
  const { codegen } = packageManagerOf(terminal.cwd);
  terminal.err(`codegen: ${problem ?? "options are missing"}; for example:\n  ${codegen(example)}\n`);
  return exit.usage;
}
