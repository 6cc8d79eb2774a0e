import { commands } from "./command-names.js";
import { delayOptimization } from "./delay-optimization.js";
import { exit, type ExitCode } from "./exit.js";
import { repeatRun } from "./repeat.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs a command line that consists of paths only, and returns the exit code. Returns undefined for
 * any other command line. Most runs have no options and nothing to generate, so they load only this
 * small module.
 */
export async function generateOnly(args: readonly string[], terminal: Terminal): Promise<ExitCode | undefined> {
  const [first = ""] = args;
  if (commands.includes(first) || args.some((arg) => arg.startsWith("-"))) return undefined;
  try {
    const options = { format: "text" } as const;
    if (await repeatRun(args, options, terminal)) return exit.done;
    await delayOptimization();
    const { generateAnew } = await import("./generate.js");
    return await generateAnew(args, options, terminal);
  } catch (error) {
    const { endedBy } = await import("./failure.js");
    return endedBy(error, terminal, args);
  }
}
