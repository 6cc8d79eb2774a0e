import { yaml } from "./library.js";

/**
 * Kubernetes' YAML format, for readers of YAML 1.1: a bare `yes`, `012` or timestamp would not be
 * text.
 */
const options = {
  version: "1.1",
  sortMapEntries: true,
  lineWidth: 0,
  aliasDuplicateObjects: false,
  indentSeq: false,
} as const;

/** Returns a JSON text as YAML. */
export function writeYAML(json: string): string {
  return yaml().stringify(JSON.parse(json), options);
}
