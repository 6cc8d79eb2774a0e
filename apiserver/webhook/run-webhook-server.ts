import { createLog } from "../logging/log.js";
import type { Output } from "../options/flags/command-line.js";
import { errorLines } from "../run/subcommands/error-lines.js";
import { stopOnSignal } from "../server/run-until-signal.js";
import type { WebhookServerDefinition } from "./definition.js";
import { startWebhookServer } from "./start-webhook-server.js";
import { parseWebhookOptions } from "./webhook-options.js";

/**
 * Runs the webhooks of custom resources as a program. They convert, default and validate objects
 * with the types and strategies of an API server. Parses the command line, serves until a signal,
 * and sets the exit code of the process. Prints `serving on https://HOST:PORT` when the server is
 * ready.
 */
export async function runWebhookServer(
  definition: WebhookServerDefinition,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const output: Output = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  };
  const parsed = parseWebhookOptions(definition, args, output);
  if ("exitCode" in parsed) {
    process.exitCode = parsed.exitCode;
    return;
  }
  const log = createLog(parsed.options);
  try {
    const server = await startWebhookServer(definition, parsed.options, log);
    stopOnSignal(server, (error) => {
      log.error("the shutdown of the server failed", error);
    });
    console.log(`serving on ${server.url}`);
  } catch (error) {
    process.stderr.write(errorLines(error));
    process.exitCode = 1;
  }
}
