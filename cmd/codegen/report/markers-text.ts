import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { isEnforced } from "../../../generators/rules/read-markers.js";
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
  const rows = definitions.map(
    ({ name, places, owner, description }) => [`+${name}`, places.join(","), owner, description] as const,
  );
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
