import { toolVersion } from "../../../engine/base/tool-version.js";
import type { Severity } from "../../../engine/base/problem.js";
import { isPending } from "../../../engine/base/change.js";
import { helpFor } from "./areas.js";
import type { ResolvedFix } from "./fixes.js";
import type { Report } from "./report.js";

const levels: { readonly [severity in Severity]: string } = { error: "error", warning: "warning", info: "note" };

/** Prints the problems as SARIF 2.1.0, a format that code scanning services and editors read. */
export function sarif({ outcome, terminal, mode, fixesOf }: Report): void {
  const stale = mode === "check" ? outcome.changes.filter(isPending) : [];
  const results = [
    ...outcome.problems.map((problem) => {
      const { code, severity, message, hint, position } = problem;
      const region = { startLine: position.line, startColumn: position.column };
      const found = result(
        code,
        levels[severity],
        hint === undefined ? message : `${message}\n${hint}`,
        position.file,
        region,
      );
      const fixes = fixesOf(problem).filter(({ isExample }) => !isExample);
      return fixes.length === 0 ? found : { ...found, fixes: fixes.map(fix) };
    }),
    ...stale.map(({ path }) =>
      result("output/outdated", "error", `${path} is not what codegen writes; run codegen`, path, {
        startLine: 1,
        startColumn: 1,
      }),
    ),
  ];
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map(rule);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      { tool: { driver: { name: "codegen", version: toolVersion(), rules } }, columnKind: "utf16CodeUnits", results },
    ],
  };
  terminal.out(`${JSON.stringify(log, undefined, 2)}\n`);
}

function rule(id: string) {
  const { rule, help } = helpFor(id);
  const [name, description] = [{ text: id.replace(/^.*\//, "").replaceAll("-", " ") }, { text: rule }];
  return { id, shortDescription: name, fullDescription: description, help: { text: `${rule} ${help}` } };
}

function result(
  ruleId: string,
  level: string,
  text: string,
  file: string,
  region: { startLine: number; startColumn: number },
) {
  return {
    ruleId,
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }],
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
