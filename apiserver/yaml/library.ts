import { createRequire } from "node:module";
import type * as YAML from "yaml";

let loaded: typeof YAML | undefined;

/**
 * Returns the YAML library. It is loaded at its first use, because most servers never need it and
 * an `import` would slow down their start.
 */
export function loadYAML(): typeof YAML {
  return (loaded ??= createRequire(import.meta.url)("yaml") as typeof YAML);
}
