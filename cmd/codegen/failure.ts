import type { Problem } from "../../engine/base/problem.js";
import { toolVersion } from "../../engine/base/tool-version.js";
import { exit, type ExitCode } from "./exit.js";
import { reportProblems, type ReportFormat } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Ends a command with the exit code 2, because its arguments are wrong or name unusable files. */
export class UsageError extends Error {
  constructor(message: string, hint?: string) {
    super(hint === undefined ? message : `${message}\n    ${hint}`);
  }
}

/** Ends a command with the exit code 1. The message describes the input that must be changed. */
export class InputError extends Error {}

/** Ends a command because of problems in its input. */
export class ProblemsError extends Error {
  /** @param root the folder to which the positions of the problems are relative */
  constructor(
    readonly problems: readonly Problem[],
    readonly root: string,
    readonly format: ReportFormat = "text",
    readonly code: ExitCode = exit.problems,
  ) {
    super(problems[0]?.message);
  }
}

/** Prints the error that ended a command, and returns the exit code. */
export async function endedBy(error: unknown, terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  if (error instanceof ProblemsError) {
    const { problems, root, format, code } = error;
    await reportProblems(problems, { terminal, root, format });
    return code;
  }
  if (error instanceof UsageError) {
    terminal.err(`codegen: ${error.message}\n`);
    return exit.usage;
  }
  if (error instanceof InputError || isRefusedBySystem(error)) {
    terminal.err(`${error instanceof InputError ? "" : "codegen: "}${error.message}\n`);
    return exit.problems;
  }
  reportBug(terminal, error, args);
  return exit.bug;
}

/** Reports whether an error is a refusal of the file system, such as a missing permission. */
function isRefusedBySystem(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return false;
  const causes = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EISDIR", "ENOTDIR", "EIO", "ELOOP", "ENAMETOOLONG"];
  return causes.includes(String(error.code));
}

/** Prints a request to report a bug, with the details for the report. */
function reportBug(terminal: Terminal, error: unknown, args: readonly string[]): void {
  const message = error instanceof Error ? error.message : String(error);
  const verbose = args.includes("--verbose");
  terminal.err(`codegen: internal error, which is a bug in codegen and not in your input: ${message}\n`);
  if (verbose) terminal.err(`${stackOf(error)}\n`);
  terminal.err(
    `All files are complete or unchanged. Please report the bug with the types that cause it, and with this output:
    codegen ${toolVersion()}, node ${process.version}, ${process.platform}
    codegen ${args.join(" ")}${verbose ? "" : "\n    and the output of the same command with --verbose"}\n`,
  );
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
