import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/**
 * docs/markers.md: a table for each owner.
 *
 * @param own the owners that are generators of codegen or of the project; they come first
 */
export function markersAsMarkdown(definitions: readonly MarkerDefinition[], own: ReadonlySet<string>): string {
  const owners = new Map<string, MarkerDefinition[]>();
  for (const definition of definitions) owners.set(definition.owner, [...(owners.get(definition.owner) ?? []), definition]);
  const isOther = ([owner]: readonly [string, unknown]): number => (own.has(owner) ? 0 : 1);
  const sorted = [...owners].sort((a, b) => isOther(a) - isOther(b));
  const sections = sorted.map(([owner, known]) => `\n## ${owner}\n\n${own.has(owner) ? "" : `${elsewhere}\n\n`}${table(known)}`);
  return `# Markers

Printed by \`codegen markers --format markdown\` from the table that markers are checked against. A marker is a line of a
comment that starts with \`+\`. A misplaced one is an error, and so is an unknown one of a family that codegen knows, as \`+k8s:…\` and
\`+kubebuilder:…\`. Any other word behind a \`+\` is prose; where it is nearly a marker, that is a warning.
${sections.join("")}`;
}

const elsewhere = "One of Kubernetes' own generators reads these; codegen knows them and leaves them alone.";

function table(definitions: readonly MarkerDefinition[]): string {
  const rows = definitions.map(({ name, places, value, description, example, repeatable }) => [
    code(`+${name}`),
    `${places.join(", ")}${repeatable === true ? "; several times" : ""}`,
    cell(value),
    cell(description),
    example.split("\n").map(code).join("<br>"),
  ]);
  return `| marker | stands on | value | what it does | example |\n|---|---|---|---|---|\n${rows.map((row) => `| ${row.join(" | ")} |\n`).join("")}`;
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
