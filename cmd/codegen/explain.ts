import type { ProblemTable } from "../../engine/base/define-problems.js";
import { nearest } from "../../engine/util/nearest.js";
import { generators as builtIn } from "../../generators/index.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { explainedCodes, problemTables, type ExplainedCode } from "./problem-tables.js";
import { knownGenerators, type PageOptions } from "./plan-project.js";
import { alignedLines } from "./report/aligned.js";
import { problemsAsMarkdown } from "./report/problems-markdown.js";
import type { Terminal } from "./terminal.js";
import { examples } from "./zz_generated.examples.js";

/**
 * Runs `codegen explain [code]`: prints the meaning of problem codes, including the codes of the
 * project's custom generators.
 */
export async function runExplain(
  code: string | undefined,
  options: PageOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { generators } = await knownGenerators(options, terminal);
  const tables = problemTables([...new Set([...builtIn, ...generators])]);
  const all = tables.flatMap(explainedCodes);
  // A code that is copied from a message ends with a colon.
  const wanted = code?.replace(/:$/, "");
  const chosen = wanted === undefined ? all : find(all, wanted);
  if (chosen.length === 0 && wanted !== undefined) {
    const meant = nearestCode(all, wanted);
    throw new UsageError(
      `unknown problem code ${wanted}${meant === undefined ? "; codegen explain lists all codes" : `; did you mean ${meant}?`}`,
    );
  }
  if (options.format === "markdown") terminal.out(problemsAsMarkdown(withCodes(tables, chosen), examples));
  else terminal.out(print(chosen, options.format, wanted !== undefined));
  return exit.done;
}

/**
 * Returns the row of a code. If no code is equal, returns the rows whose code ends in `/` and the
 * wanted string.
 */
function find(all: readonly ExplainedCode[], wanted: string): readonly ExplainedCode[] {
  const exact = all.filter(({ code }) => code === wanted);
  return exact.length > 0 ? exact : all.filter(({ code }) => secondPart(code) === wanted);
}

/**
 * Returns the known code that is most similar to an unknown code, as a whole or after the slash.
 */
function nearestCode(all: readonly ExplainedCode[], wanted: string): string | undefined {
  const codes = all.map(({ code }) => code);
  const part = nearest(secondPart(wanted), codes.map(secondPart));
  return nearest(wanted, codes) ?? codes.find((code) => secondPart(code) === part);
}

function secondPart(code: string): string {
  return code.replace(/^.*\//, "");
}

/** Returns the tables with only the given codes. Omits tables without any of these codes. */
function withCodes(tables: readonly ProblemTable[], codes: readonly ExplainedCode[]): readonly ProblemTable[] {
  const wanted = new Set(codes.map(({ code }) => code));
  return tables
    .map((table) => ({
      ...table,
      rows: Object.fromEntries(Object.entries(table.rows).filter(([code]) => wanted.has(code))),
    }))
    .filter(({ rows }) => Object.keys(rows).length > 0);
}

function print(codes: readonly ExplainedCode[], format: "text" | "json", detailed: boolean): string {
  if (format === "json") {
    const rows = codes.map((row) => ({ ...row, example: examples[row.code] }));
    return `${JSON.stringify({ codes: rows }, undefined, 2)}\n`;
  }
  return detailed ? codes.map(details).join("\n") : list(codes);
}

function details(row: ExplainedCode): string {
  const { code, severity, place, meaning, repair, page } = row;
  const example = examples[code];
  const lines = [
    code,
    `  ${meaning}`,
    `  ${repair}`,
    "",
    `  severity  ${severity.join(", ")}`,
    `  position  ${place.join(", ")}`,
    ...(page === undefined ? [] : [`  see       ${page}`]),
    ...(example === undefined ? [] : [`  example   ${example.message}`]),
    ...(example?.hint === undefined ? [] : [`                ${example.hint}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function list(codes: readonly ExplainedCode[]): string {
  const rows = codes.map(({ code, severity, meaning }) => [code, severity.join(","), meaning]);
  return `${alignedLines(rows).join("\n")}\n`;
}
