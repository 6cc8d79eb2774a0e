import type { Mistake, Verdict } from "./mistake-file.js";

const verdicts: readonly Verdict[] = ["good", "fair", "bad", "kubectl"];

/** Returns the totals and the table of all mistakes, in Markdown. */
export function tableOf(mistakes: readonly Mistake[]): string {
  const totals = verdicts.map(
    (verdict) => `${mistakes.filter((mistake) => mistake.verdict === verdict).length} ${verdict}`,
  );
  const rows = mistakes
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title, verdict, output }) => `| ${number} | ${title} | ${cell(output)} | ${verdict} |\n`);
  return `Totals: ${totals.join(", ")}.\n\n| | Mistake | Message | Verdict |\n|---|---|---|---|\n${rows.join("")}`;
}

/**
 * Returns the message in the first line of an output, without its position, for a cell of a table.
 */
function cell(output: string): string {
  const [first = ""] = output.split("\n").filter((line) => !/^(---|\+\+\+|@@) |^[-+ ]/.test(line));
  const message = first.replace(/^\S+:\d+:\d+ (error|warning|info) \S+: /, "").replaceAll("|", "\\|");
  const short = message.length > 140 ? `${message.slice(0, 139)}…` : message;
  return short.replaceAll("<", "&lt;");
}
