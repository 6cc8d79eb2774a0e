import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { readerOf, type Readers } from "./marker-readers.js";

/**
 * Returns docs/markers.md: a table for each owner, first the generators of codegen and of the
 * project.
 */
export function markersAsMarkdown(definitions: readonly MarkerDefinition[], readers: Readers): string {
  const { own } = readers;
  const owners = new Map<string, MarkerDefinition[]>();
  for (const definition of definitions)
    owners.set(definition.owner, [...(owners.get(definition.owner) ?? []), definition]);
  const isOther = ([owner]: readonly [string, unknown]): number => (own.has(owner) ? 0 : 1);
  const sorted = [...owners].sort((a, b) => isOther(a) - isOther(b));
  const sections = sorted.map(
    ([owner, known]) =>
      `\n## ${owner}\n\n${own.has(owner) ? "" : `${elsewhere}\n\n`}${table(known, own.has(owner) ? undefined : readers)}`,
  );
  return `# Markers

Printed by \`codegen markers --format markdown\` from the table that codegen checks markers against. A marker is a line of a
comment that starts with \`+\`. A marker in a place where it is not allowed is an error. An unknown marker is an error if it
belongs to a known family, such as \`+k8s:…\` or \`+kubebuilder:…\`, or if its name is close to the name of a known marker. Any
other line that starts with \`+\` is text.
${sections.join("")}`;
}

const elsewhere = `Markers of one of Kubernetes' own generators. codegen checks their place and value. The last column names the generator of codegen
that reads a marker; without one, the marker has no effect here. Constraints that openapi reads are published, and the server does not check them.`;

/**
 * @param readers the generators that read the markers of another tool; undefined for the markers of
 * generators
 */
function table(definitions: readonly MarkerDefinition[], readers: Readers | undefined): string {
  const rows = definitions.map((definition) => {
    const { name, places, value, description, example, repeatable } = definition;
    return [
      code(`+${name}`),
      `${places.join(", ")}${repeatable === true ? "; several times" : ""}`,
      cell(value),
      cell(description),
      example.split("\n").map(code).join("<br>"),
      ...(readers === undefined ? [] : [readerOf(definition, readers) ?? ""]),
    ];
  });
  const other = readers === undefined ? "" : " read by |";
  return `| marker | place | value | what it does | example |${other}\n|---|---|---|---|---|${readers === undefined ? "" : "---|"}\n${rows.map((row) => `| ${row.join(" | ")} |\n`).join("")}`;
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
