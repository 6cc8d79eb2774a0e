import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codes, hints, meanings, type ChangeCode } from "../../cmd/codegen/breaking/form/change.js";
import { areas } from "../../cmd/codegen/report/areas.js";
import { expected, goldenCases } from "../golden/cases.js";
import { repository } from "../package/tarballs.js";

const page = join(repository, "docs/problems.md");

/** A problem that the command prints for the input of a golden case. */
interface Example {
  readonly severity: string;
  readonly message: string;
  /** First line of the hint. Empty without a hint, and if the hint begins with code to paste. */
  readonly hint: string;
}

/** Returns the example of each code: the one with a hint and with the shortest message. */
function examplesByCode(): ReadonlyMap<string, Example> {
  const examples = new Map<string, Example>();
  for (const golden of goldenCases())
    for (const [, severity = "", code = "", message = "", next = ""] of expected(golden).problems.matchAll(
      /^\S+:\d+:\d+ (error|warning|info) (\S+): (.*)(?:\n {4}(.*))?/gm,
    )) {
      const example = { severity, message, hint: /^(\/\/|export |import )/.test(next) ? "" : next };
      const best = examples.get(code);
      if (best === undefined || cost(example) < cost(best)) examples.set(code, example);
    }
  return examples;
}

function cost({ message, hint }: Example): number {
  return message.length + (hint === "" ? 1000 : 0);
}

function cell(text: string): string {
  return text.replace(/[<*_`|\\]/g, "\\$&");
}

/** Returns the codes of `codegen breaking`, which reports no golden case. */
function changesAsMarkdown(): string {
  const rows = (Object.keys(codes) as ChangeCode[]).map(
    (code) => `| \`breaking/${code}\` | ${codes[code]} | ${cell(meanings[code])} | ${cell(hints[code] ?? "")} |\n`,
  );
  return `\n| code | affects | change | what to do |\n|---|---|---|---|\n${rows.join("")}`;
}

function problemsAsMarkdown(): string {
  const examples = [...examplesByCode()].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = Object.entries(areas).map(([area, { rule, page }]) => {
    const rows = examples
      .filter(([code]) => code.startsWith(`${area}/`))
      .map(
        ([code, { severity, message, hint }]) => `| \`${code}\` | ${severity} | ${cell(message)} | ${cell(hint)} |\n`,
      );
    const table = `\n| code | severity | an example of its message | what to do |\n|---|---|---|---|\n${rows.join("")}`;
    const path = page.replace("docs/", "");
    const listed = area === "breaking" ? changesAsMarkdown() : rows.length === 0 ? "" : table;
    return `\n## ${area}\n\n${rule} See [${path}](${path}).\n${listed}`;
  });
  return `# Messages of codegen

What does a message mean? This page is generated from the messages that the command prints for its test cases. Each code is
listed with one example and the first line of its hint; a hint often continues with code to paste. The first part of a code
is its subject.
${sections.join("")}`;
}

test("docs/problems.md lists the codes of the golden cases (UPDATE_GOLDEN=1 rewrites it)", () => {
  const text = problemsAsMarkdown();
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});

test("each code of a golden case belongs to an area", () => {
  expect([...examplesByCode().keys()].filter((code) => !((code.split("/")[0] ?? "") in areas))).toEqual([]);
});
