import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** docs/markers.md: a section for each owner. */
export function markersAsMarkdown(definitions: readonly MarkerDefinition[]): string {
  const owners = new Map<string, MarkerDefinition[]>();
  for (const definition of definitions) owners.set(definition.owner, [...(owners.get(definition.owner) ?? []), definition]);
  const sections = [...owners].map(([owner, own]) => `\n## ${owner}\n\n${own.map(entry).join("\n")}`);
  return `# Markers

Printed by \`codegen markers --format markdown\` from the table that markers are checked against. A marker is a line of a
comment that starts with \`+\`. An unknown or misplaced one is an error.
${sections.join("")}`;
}

function entry({ name, places, value, description, example, repeatable }: MarkerDefinition): string {
  return `### \`+${name}\`

${description}

- Stands on: ${places.join(", ")}${repeatable === true ? ", several times" : ""}
- Value: ${value}

\`\`\`ts
${example
  .split("\n")
  .map((line) => (line.startsWith("//") || line.startsWith("/*") ? line : `// ${line}`))
  .join("\n")}
\`\`\`
`;
}
