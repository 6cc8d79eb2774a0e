import { processOutput } from "../options/flags/command-line.js";
import { runUntilSignal } from "../run/run-until-signal.js";
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
  await runUntilSignal(
    parseWebhookOptions(definition, args, processOutput),
    (options, log) => startWebhookServer(definition, options, log),
    ({ url }) => {
      console.log(`serving on ${url}`);
    },
  );
}
