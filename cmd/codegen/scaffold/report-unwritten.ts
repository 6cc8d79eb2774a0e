import { formatProblem, type Problem } from "../../../engine/base/problem.js";
import { exit, type ExitCode } from "../exit.js";
import type { Terminal } from "../terminal.js";

/** Prints the reasons why files could not be written. Returns the exit code of the command. */
export function reportUnwritten(terminal: Terminal, problems: readonly Problem[]): ExitCode {
  terminal.err(`${problems.map((problem) => formatProblem(problem)).join("\n")}\nnothing was written\n`);
  return exit.problems;
}
