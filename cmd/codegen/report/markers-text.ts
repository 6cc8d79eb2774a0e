import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** One line a marker, or everything about the few that were asked for. */
export function markersAsText(definitions: readonly MarkerDefinition[], detailed: boolean): string {
  return detailed ? definitions.map(details).join("\n") : table(definitions);
}

function details({ name, places, value, description, example, owner, repeatable }: MarkerDefinition): string {
  return `+${name}
  ${description}

  on       ${places.join(", ")}${repeatable === true ? ", several times" : ""}
  value    ${value}
  read by  ${owner}

  ${example}
`;
}

function table(definitions: readonly MarkerDefinition[]): string {
  const rows = definitions.map(({ name, places, owner, description }) => [`+${name}`, places.join(","), owner, description] as const);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()}\n`).join("");
}
