import { createRequire } from "node:module";
import type * as YAML from "yaml";

let loaded: typeof YAML | undefined;

/**
 * The parser and printer of YAML: loaded when there is a text to read or write, which is never for
 * most servers. An `import` would wait for it at the start.
 */
export function yaml(): typeof YAML {
  return (loaded ??= createRequire(import.meta.url)("yaml") as typeof YAML);
}
