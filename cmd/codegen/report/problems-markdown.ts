import type { ProblemTable } from "../../../engine/base/define-problems.js";
import { explainedCodes, type ExplainedCode } from "../problem-tables.js";

/** An example message for a problem code. */
export interface Example {
  readonly message: string;
  /**
   * First line of the hint. Absent if the problem has no hint, or if the hint begins with code to
   * paste.
   */
  readonly hint?: string;
}

/** Returns docs/problems.md: a section for each area of problem codes. */
export function problemsAsMarkdown(
  tables: readonly ProblemTable[],
  examples: { readonly [code: string]: Example },
): string {
  const sections = tables.map((table) => {
    const rows = explainedCodes(table).map((row) => cells(row, examples[row.code]));
    const page = table.page?.replace("docs/", "");
    const see = page === undefined ? "" : ` See [${page.replace(/#.*/, "")}](${page}).`;
    return `\n## ${table.area}\n\n${table.rule}${see}\n\n${head}${rows.join("")}`;
  });
  return `# Messages of codegen

This page is the output of \`codegen explain --format markdown\`. The first part of a code is the generator or the stage that
reports the problem. The column "position" names the part of the source at which a message is reported. Each example is a
message with the first line of its hint: the hint is the indented text below a message, and can also contain code to paste.
${sections.join("")}`;
}

const columns = ["code", "severity", "position", "meaning", "correction", "example"];
const head = `| ${columns.join(" | ")} |\n|${columns.map(() => "---|").join("")}\n`;

function cells({ code, severity, place, meaning, repair, page }: ExplainedCode, example: Example | undefined): string {
  const link = page === undefined ? `\`${code}\`` : `[\`${code}\`](${page.replace("docs/", "")})`;
  const message = example === undefined ? [] : [escaped(example.message)];
  const hint = example?.hint === undefined ? [] : [escaped(example.hint)];
  const shown = [link, severity.join(", "), place.join(", "), meaning, repair, [...message, ...hint].join("<br>")];
  return `| ${shown.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

/** Escapes the characters of a message that have a meaning in Markdown. */
function escaped(text: string): string {
  return text.replace(/[<*_`\\]/g, "\\$&");
}
