import { toolVersion } from "../../../engine/base/tool-version.js";
import type { Problem, Severity } from "../../../engine/base/problem.js";
import { isPending } from "../../../engine/base/change.js";
import { outputProblems } from "../../../engine/plan/problem-codes.js";
import { resolveFixes, type ResolvedFix } from "./fixes.js";
import type { PrintableReport } from "./report.js";
import type { ExplainedCode } from "../problem-tables.js";

const levels: { readonly [severity in Severity]: string } = { error: "error", warning: "warning", info: "note" };

/**
 * Prints the problems and, with `--check`, the outdated files as SARIF 2.1.0, a format that code
 * scanning services and editors read.
 */
export async function sarif({ outcome, terminal, mode, root, display }: PrintableReport): Promise<void> {
  const stale = (mode === "check" ? outcome.changes.filter(isPending) : []).map(({ path: file }): Problem => ({
    ...outputProblems.is("output/outdated"),
    message: `${file} is out of date; run codegen`,
    position: { file, line: 1, column: 1 },
  }));
  const results = [...outcome.problems, ...stale].map((problem) =>
    result(
      problem,
      resolveFixes(problem, root, display).filter(({ isExample }) => !isExample),
    ),
  );
  const [{ explainedCodes, problemTables }, { generators }] = await Promise.all([
    import("../problem-tables.js"),
    import("../../../generators/index.js"),
  ]);
  const known = new Map(
    problemTables(generators)
      .flatMap(explainedCodes)
      .map((row) => [row.code, row]),
  );
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => rule(id, known.get(id)));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      { tool: { driver: { name: "codegen", version: toolVersion(), rules } }, columnKind: "utf16CodeUnits", results },
    ],
  };
  terminal.out(`${JSON.stringify(log, undefined, 2)}\n`);
}

/**
 * Returns the SARIF rule of a problem code. For the codes of custom generators, `row` is undefined.
 */
function rule(id: string, row: ExplainedCode | undefined) {
  const [area = "", what = ""] = id.split("/");
  const { meaning, repair, page } = row ?? {
    meaning: `The generator ${area} reports this problem.`,
    repair: "The lines below the message of each result describe the correction.",
  };
  return {
    id,
    shortDescription: { text: what.replaceAll("-", " ") },
    fullDescription: { text: meaning },
    help: { text: `${meaning} ${repair}${page === undefined ? "" : ` See ${page} of the documentation.`}` },
  };
}

function result({ code, severity, message, hint, position }: Problem, fixes: readonly ResolvedFix[]) {
  const region = { startLine: position.line, startColumn: position.column };
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: hint === undefined ? message : `${message}\n${hint}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(position.file) }, region } }],
    ...(fixes.length === 0 ? {} : { fixes: fixes.map(fix) }),
  };
}

function fix({ description, edits }: ResolvedFix) {
  return {
    description: { text: description },
    artifactChanges: edits.map(({ file, line, column, endLine, endColumn, text }) => ({
      artifactLocation: { uri: uriOf(file) },
      replacements: [
        {
          deletedRegion: { startLine: line, startColumn: column, endLine, endColumn },
          insertedContent: { text },
        },
      ],
    })),
  };
}

function uriOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
