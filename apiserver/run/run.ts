import type { Log } from "../logging/log.js";
import { processOutput } from "../options/flags/command-line.js";
import type { ServerOptions } from "../options/server-options.js";
import type { AnyGroupDefinition } from "../server/group-definition.js";
import type { InlineDefinition } from "./definition.js";
import { parseOptionsOf } from "./parse-options.js";
import { runUntilSignal } from "./run-until-signal.js";
import { startAPIServer } from "./start.js";
import { subcommands } from "./subcommands/all.js";
import { welcome } from "./welcome.js";

/**
 * Runs a server as a program. Parses the command line, runs a subcommand such as `backup` or serves
 * until a signal, and sets the exit code of the process. Prints `serving on https://HOST:PORT` when
 * the server is ready. Use `parseOptionsOf` and `startAPIServer` for a server inside another
 * program.
 */
export async function runAPIServer<const Groups extends readonly AnyGroupDefinition[]>(
  definition: InlineDefinition<Groups>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const [first, ...rest] = args;
  const subcommand = subcommands.find(({ name }) => name === first);
  if (subcommand !== undefined) {
    process.exitCode = await subcommand.run(definition, rest, processOutput);
    return;
  }
  const start = (options: ServerOptions, log: Log) =>
    startAPIServer(definition, options, log).catch((error: unknown) => {
      const { bindAddress: host, securePort: port } = options;
      if (isPortTaken(error)) developmentChannel()?.({ type: "portTaken", host, port });
      throw error;
    });
  await runUntilSignal(parseOptionsOf(definition, args, processOutput), start, (server, options) => {
    const [addresses, nextSteps] = welcome(definition, options, server);
    const send = developmentChannel();
    console.log(send === undefined ? `${addresses}\n${nextSteps}` : addresses);
    send?.({ type: "serving", port: Number(new URL(server.url).port), nextSteps });
  });
}

/**
 * A message from the server to `codegen dev`, which runs the server as a child process. The message
 * `serving` contains the port, and the lines that `codegen dev` prints if they have changed.
 */
type DevelopmentMessage =
  | { readonly type: "serving"; readonly port: number; readonly nextSteps: string }
  | { readonly type: "portTaken"; readonly host: string; readonly port: number };

/**
 * Returns the function that sends messages to `codegen dev`. Returns undefined if another program
 * has started this process.
 */
function developmentChannel(): ((message: DevelopmentMessage) => void) | undefined {
  const isDevelopment = process.env["APIMACHINERY_DEV"] === "1" && process.send !== undefined;
  return isDevelopment ? (message) => process.send?.(message) : undefined;
}

/** Reports whether a server did not start because another program listens on its port. */
function isPortTaken(error: unknown): boolean {
  return error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
}
