import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { groupBy } from "../../../engine/util/group-by.js";
import { markerReaders, type Readers } from "./marker-readers.js";

/**
 * Returns docs/markers.md: a section for each owner of markers. The generators of codegen and of
 * the project come first.
 */
export function markersAsMarkdown(definitions: readonly MarkerDefinition[], readers: Readers): string {
  const { own } = readers;
  const owners = groupBy(definitions, ({ owner }) => owner);
  const isOther = ([owner]: readonly [string, unknown]): number => (own.has(owner) ? 0 : 1);
  const sorted = [...owners].sort((a, b) => isOther(a) - isOther(b));
  const sections = sorted.map(
    ([owner, known]) => `\n## ${owner}\n\n${own.has(owner) ? ownMarkers(known) : otherMarkers(known, readers)}`,
  );
  return `# Markers

This page is the output of \`codegen markers --format markdown\`. A marker is a line of a comment that starts with \`+\`. A
marker on a declaration for which it is not defined is an error. An unknown marker is an error if it belongs to a known family,
such as \`+k8s:…\` or \`+kubebuilder:…\`, or if its name is similar to the name of a known marker. Any other line that starts
with \`+\` is text.
${sections.join("")}`;
}

const elsewhere = `Markers of one of Kubernetes' own generators. codegen checks the declaration with the marker, and the value. The last column
names the generator of codegen that reads the marker; without such a generator, the marker has no effect in codegen. The server
enforces constraints that the generator \`validation\` reads. Constraints that only \`openapi\` reads are published, but not
enforced.`;

/** Returns the markers of one generator of codegen: a table of syntax, and a list of effects. */
function ownMarkers(definitions: readonly MarkerDefinition[]): string {
  const rows = definitions.map((definition) => [...syntaxOf(definition), examples(definition)]);
  const effects = definitions.map(({ name, description }) => `- ${code(`+${name}`)}: ${description}\n`);
  return `${table(["marker", "on", "value", "example"], rows)}\n${effects.join("")}`;
}

/**
 * Returns a table of the markers of another tool. It names the generator that reads each marker.
 */
function otherMarkers(definitions: readonly MarkerDefinition[], readers: Readers): string {
  const rows = definitions.map((definition) => [
    ...syntaxOf(definition),
    cell(definition.description),
    examples(definition),
    markerReaders(definition, readers) ?? "",
  ]);
  return `${elsewhere}\n\n${table(["marker", "on", "value", "effect", "example", "read by"], rows)}`;
}

function syntaxOf({ name, places, value, repeatable }: MarkerDefinition): readonly string[] {
  return [code(`+${name}`), `${places.join(", ")}${repeatable === true ? "; several times" : ""}`, cell(value)];
}

function examples({ example }: MarkerDefinition): string {
  return example.split("\n").map(code).join("<br>");
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [head, ...body] = [columns, ...rows].map((row) => `| ${row.join(" | ")} |\n`);
  return `${head ?? ""}|${columns.map(() => "---|").join("")}\n${body.join("")}`;
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
