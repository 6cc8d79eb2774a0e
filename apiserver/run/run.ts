import { createLog, type Log } from "../logging/log.js";
import type { ServerOptions } from "../options/server-options.js";
import { stopOnSignal } from "../server/run-until-signal.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";
import type { InlineDefinition, ServerDefinition } from "./definition.js";
import { parseOptionsOf } from "./parse-options.js";
import { startAPIServer } from "./start.js";
import { welcome } from "./welcome.js";

/**
 * The main of a server: reads the command line, serves until a signal, and sets the process's exit
 * code. It says `serving on https://HOST:PORT` on standard output when it serves. For a server
 * inside of another program: `parseOptionsOf`, `startAPIServer`.
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
    log.error("the server did not stop in order", error);
  });
  console.log(welcome(definition, options, server));
}

/** A sentence for people; of what only a bug throws, where it was thrown. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return isBug ? (error.stack ?? error.message) : error.message;
}
