import type { Output } from "../options/flags/command-line.js";
import { parseServerOptions, type ServerOptions } from "../options/server-options.js";
import { defaultsOfServer, type ServerDefinition } from "./definition.js";
import { subcommands } from "./subcommands/all.js";

/**
 * Parses the command line of a server.
 * @returns options, or the exit code if the command line is invalid or only requests help
 */
export function parseOptionsOf(
  definition: ServerDefinition,
  args: readonly string[],
  output: Output,
): { readonly options: ServerOptions } | { readonly exitCode: number } {
  const { name, description, version } = definition;
  return parseServerOptions(
    { name, description, version: `${name} ${version}`, subcommands, ...defaultsOfServer(definition) },
    args,
    output,
  );
}
