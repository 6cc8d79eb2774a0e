import { createRequire } from "node:module";
import type * as YAML from "yaml";

let loaded: typeof YAML | undefined;

/**
 * Loads the YAML parser when it is first used. Clients in a pod or in the process of a server do
 * not need it.
 */
export function loadYAMLParser(): typeof YAML {
  return (loaded ??= createRequire(import.meta.url)("yaml") as typeof YAML);
}
