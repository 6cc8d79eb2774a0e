import { createRequire } from "node:module";
import type * as YAML from "yaml";

let loaded: typeof YAML | undefined;

/**
 * Returns the YAML library. It is loaded on first use, since most servers never need it; an
 * `import` would slow down the start.
 */
export function yaml(): typeof YAML {
  return (loaded ??= createRequire(import.meta.url)("yaml") as typeof YAML);
}
