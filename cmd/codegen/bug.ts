import { toolVersion } from "../../engine/base/tool-version.js";
import type { Terminal } from "./terminal.js";

/** Prints a request to report a bug, with the details for the report. */
export function reportBug(terminal: Terminal, error: unknown, args: readonly string[]): void {
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
