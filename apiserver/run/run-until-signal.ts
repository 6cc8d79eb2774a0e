import { createLog, type Log, type LogOptions } from "../logging/log.js";
import { errorLines } from "./subcommands/error-lines.js";

/** A server that can be stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Stops a server at the first SIGTERM or SIGINT, and exits with 0, or with 1 after an error. The
 * second signal exits immediately with 1.
 */
export function stopOnSignal(server: Stoppable, onError: (error: unknown) => void): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        onError(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
}

/**
 * Starts a server with the options of a parsed command line, and stops it at a signal. Sets the
 * exit code of the process if the server does not start.
 * @param onServing called when the server is ready
 */
export async function runUntilSignal<Options extends LogOptions, Server extends Stoppable>(
  parsed: { readonly options: Options } | { readonly exitCode: number },
  start: (options: Options, log: Log) => Promise<Server>,
  onServing: (server: Server, options: Options) => void,
): Promise<void> {
  if ("exitCode" in parsed) {
    process.exitCode = parsed.exitCode;
    return;
  }
  const log = createLog(parsed.options);
  try {
    const server = await start(parsed.options, log);
    stopOnSignal(server, (error) => {
      log.error("the shutdown of the server failed", error);
    });
    onServing(server, parsed.options);
  } catch (error) {
    process.stderr.write(errorLines(error));
    process.exitCode = 1;
  }
}
