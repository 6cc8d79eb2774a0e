import { toolVersion } from "../../../engine/tool.js";
import type { Severity } from "../../../engine/problem.js";
import { isPending } from "../../../engine/write/change.js";
import type { Report } from "./report.js";

const levels: { readonly [severity in Severity]: string } = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0: what code scanning services and editors read. */
export function sarif({ outcome, terminal, mode }: Report): void {
  const stale = mode === "check" ? outcome.changes.filter(isPending) : [];
  const results = [
    ...outcome.problems.map(({ code, severity, message, hint, position }) =>
      result(code, levels[severity], hint === undefined ? message : `${message}\n${hint}`, position.file, {
        startLine: position.line,
        startColumn: position.column,
      }),
    ),
    ...stale.map(({ path }) => result("output/outdated", "error", `${path} is not what codegen writes; run codegen`, path, { startLine: 1, startColumn: 1 })),
  ];
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "codegen", version: toolVersion(), rules } }, columnKind: "utf16CodeUnits", results }],
  };
  terminal.out(`${JSON.stringify(log, undefined, 2)}\n`);
}

function result(ruleId: string, level: string, text: string, file: string, region: { startLine: number; startColumn: number }) {
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return { ruleId, level, message: { text }, locations: [{ physicalLocation: { artifactLocation: { uri }, region } }] };
}
