import { createRequire } from "node:module";
import type * as YAML from "yaml";

/** Returns data as YAML: keys are sorted, and texts of several lines are blocks. */
export function yamlOf(data: unknown): string {
  // The library is loaded only if a run has something to print.
  const { stringify } = createRequire(import.meta.url)("yaml") as typeof YAML;
  return stringify(data, { sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false });
}
