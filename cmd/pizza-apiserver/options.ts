import type { ServerOptions } from "@apimachinery/apiserver";
import { storageBackends } from "@apimachinery/apiserver";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { keyPrefix } from "./restaurant-group.js";

/** Where text for people goes. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Reads the command line. Flags have Kubernetes' names; an underscore is a dash.
 * @returns undefined where the command line was answered already, with help or an error
 */
export function parseOptions(args: readonly string[], output: Output): { readonly options?: ServerOptions; readonly exitCode: number } {
  let options: ServerOptions | undefined;
  const command = createCommand(output).action((given: ServerOptions) => {
    options = given;
  });
  try {
    command.parse(args.map(withDashes), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode };
    throw error;
  }
  return options === undefined ? { exitCode: 0 } : { options, exitCode: 0 };
}

function createCommand(output: Output): Command {
  return new Command("pizza-apiserver")
    .description("Serves pizzas and toppings, the API of a restaurant, to kubectl and other Kubernetes clients.")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride()
    .showHelpAfterError()
    .allowExcessArguments(false)
    .option("--secure-port <port>", "the port to serve HTTPS on; 0 for any that is free", port, 8443)
    .option("--bind-address <address>", "the address to listen on", "0.0.0.0")
    .option("--cert-dir <folder>", "where the serving certificate is, or is made; the data directory if empty", "")
    .option("--tls-cert-file <file>", "the serving certificate, with those that it needs behind it (PEM)", "")
    .option("--tls-private-key-file <file>", "the key of --tls-cert-file (PEM)", "")
    .option("--client-ca-file <file>", "authorities whose client certificates are trusted, beside the server's own (PEM)", "")
    .addOption(new Option("--storage-backend <backend>", "where objects are kept").choices(storageBackends).default("embedded"))
    .option("--data-dir <folder>", "what the server keeps: objects, and the certificates that it made", "pizza-apiserver.local")
    .option("--etcd-prefix <prefix>", "before the keys of all objects", keyPrefix)
    .option("--etcd-compaction-interval <duration>", "how often history is forgotten; never if 0", "5m0s")
    .option("--watch-cache <boolean>", "whether reads and watches are served from memory", boolean, true)
    .option("--write-kubeconfig <file>", "write a kubeconfig for the administrator", "");
}

function port(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is no number.");
  return Number(text);
}

function boolean(text: string): boolean {
  if (text !== "true" && text !== "false") throw new InvalidArgumentError("It is neither true nor false.");
  return text === "true";
}

function withDashes(arg: string): string {
  const [flag = "", ...value] = arg.split("=");
  return flag.startsWith("--") ? [flag.replaceAll("_", "-"), ...value].join("=") : arg;
}
