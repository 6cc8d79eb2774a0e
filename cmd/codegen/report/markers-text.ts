import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { isEnforced } from "../../../generators/rules/read-markers.js";
import { alignedLines } from "./aligned.js";
import { markerReaders, type Readers } from "./marker-readers.js";

/**
 * Returns one line for each marker, or all details of each marker if markers were requested by
 * name.
 */
export function markersAsText(definitions: readonly MarkerDefinition[], readers: Readers, detailed: boolean): string {
  return detailed ? definitions.map((definition) => details(definition, readers)).join("\n") : table(definitions);
}

function details(definition: MarkerDefinition, readers: Readers): string {
  const { name, places, value, description, example, owner, repeatable } = definition;
  const reader = markerReaders(definition, readers);
  const tool = readers.own.has(owner) ? "" : `; in Kubernetes, ${owner} reads it`;
  return `+${name}
  ${description}

  on       ${places.join(", ")}${repeatable === true ? ", several times" : ""}
  value    ${value}
  read by  ${reader ?? "no generator of codegen"}${tool}
  enforced ${isEnforced(name) ? "yes: the server refuses objects that break the rule" : "no"}

  ${example}
`;
}

function table(definitions: readonly MarkerDefinition[]): string {
  const rows = definitions.map(({ name, places, owner, description }) => [
    `+${name}`,
    places.join(","),
    owner,
    description,
  ]);
  return `${alignedLines(rows).join("\n")}\n`;
}
