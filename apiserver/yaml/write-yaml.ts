import { yaml } from "./library.js";

/**
 * As Kubernetes writes YAML, for readers of YAML 1.1 like its own: there a bare `yes`, `012` or
 * time is no text.
 */
const options = {
  version: "1.1",
  sortMapEntries: true,
  lineWidth: 0,
  aliasDuplicateObjects: false,
  indentSeq: false,
} as const;

/** A JSON text as YAML. */
export function writeYAML(json: string): string {
  return yaml().stringify(JSON.parse(json), options);
}
