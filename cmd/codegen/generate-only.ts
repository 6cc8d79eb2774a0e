import { reportBug } from "./bug.js";
import { exit, type ExitCode } from "./exit.js";
import { generate } from "./generate.js";
import { commands } from "./mistaken-command.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs a command line that consists of paths only, and returns the exit code. Returns undefined for
 * any other command line. Most runs have no options and nothing to generate. In such a run, a fifth
 * of the time would be spent on loading the parser of command lines.
 */
export async function generateOnly(args: readonly string[], terminal: Terminal): Promise<ExitCode | undefined> {
  const [first = ""] = args;
  if (commands.includes(first) || args.some((arg) => arg.startsWith("-"))) return undefined;
  try {
    return await generate(args, { format: "text" }, terminal);
  } catch (error) {
    reportBug(terminal, error, args);
    return exit.bug;
  }
}
