import { createLog, type Log } from "../logging/log.js";
import type { ServerOptions } from "../options/server-options.js";
import { stopOnSignal } from "../server/run-until-signal.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";
import type { InlineDefinition, ServerDefinition } from "./definition.js";
import { parseOptionsOf } from "./parse-options.js";
import { startAPIServer } from "./start.js";
import { welcome } from "./welcome.js";

/**
 * Runs a server as a program. Parses the command line, serves until a signal, and sets the exit
 * code of the process. Prints `serving on https://HOST:PORT` when it serves. Use `parseOptionsOf`
 * and `startAPIServer` for a server inside another program.
 */
export async function runAPIServer<const Groups extends readonly AnyGroupDefinition[]>(
  definition: InlineDefinition<Groups>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const parsed = parseOptionsOf(definition, args, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
  if ("exitCode" in parsed) {
    process.exitCode = parsed.exitCode;
    return;
  }
  const log = createLog(parsed.options);
  try {
    await serve(definition, parsed.options, log);
  } catch (error) {
    process.stderr.write(
      reasonOf(error)
        .split("\n")
        .map((line) => `error: ${line}\n`)
        .join(""),
    );
    process.exitCode = 1;
  }
}

async function serve(definition: ServerDefinition, options: ServerOptions, log: Log): Promise<void> {
  const server = await startAPIServer(definition, options, log);
  stopOnSignal(server, (error) => {
    log.error("the shutdown of the server failed", error);
  });
  console.log(welcome(definition, options, server));
}

/** Returns the message of an error for the user. The message of a bug contains its stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return isBug ? (error.stack ?? error.message) : error.message;
}
