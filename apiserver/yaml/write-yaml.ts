import { yaml } from "./library.js";

/**
 * Options of Kubernetes' YAML format. Texts such as `yes`, `012` or a timestamp are quoted, because
 * readers of YAML 1.1 would otherwise read them as another type than text.
 */
const options = {
  version: "1.1",
  sortMapEntries: true,
  lineWidth: 0,
  aliasDuplicateObjects: false,
  indentSeq: false,
} as const;

/** Converts a JSON text to YAML. */
export function writeYAML(json: string): string {
  return yaml().stringify(JSON.parse(json), options);
}
