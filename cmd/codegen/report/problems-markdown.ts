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

What does a message mean? Printed by \`codegen explain --format markdown\`, from the table that the messages are made from. The
first part of a code is its subject. The position of a message is that of the place. Each example is a message of a test case,
with the first line of its hint; a hint often continues with code to paste.
${sections.join("")}`;
}

const columns = ["code", "severity", "place", "meaning", "what to do", "example"];
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
