import { parseServerOptions } from "@apimachinery/apiserver";
import type { Output, ServerOptions } from "@apimachinery/apiserver";
import { admissionPlugins } from "./admission/plugins.js";
import { keyPrefix } from "./restaurant-group.js";
import { version } from "./version.js";

/** Reads the command line of the pizza server. @returns the exit code where there is nothing left to do */
export function parseOptions(args: readonly string[], output: Output): { readonly options: ServerOptions } | { readonly exitCode: number } {
  const command = {
    name: "pizza-apiserver",
    description: "Serves pizzas and toppings, the API of a restaurant, to kubectl and other Kubernetes clients.",
    version: `pizza-apiserver ${version.gitVersion}`,
    // Kubernetes' own default, 443, takes more rights than a first try has.
    securePort: 8443,
    dataDir: "pizza-apiserver.local",
    etcdPrefix: keyPrefix,
    admissionPlugins,
  };
  return parseServerOptions(command, args, output);
}
