import { createRequire } from "node:module";
import type * as YAML from "yaml";

let loaded: typeof YAML | undefined;

/**
 * The parser of YAML: loaded when there is a kubeconfig to read. Clients in a pod, and a server's
 * of itself, never have one.
 */
export function yaml(): typeof YAML {
  return (loaded ??= createRequire(import.meta.url)("yaml") as typeof YAML);
}
