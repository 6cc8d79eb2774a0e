import { sortProblems, type Problem } from "../../engine/base/problem.js";
import { headOfRefusal } from "../../generators/crd-schemas/judge/codes.js";
import { crdErrors, errorText, pathsOfField, type CRDErrorOptions } from "../../runtime/crd/index.js";
import { exit, type ExitCode } from "./exit.js";
import { readCRD, served } from "./import/read/crd-form.js";
import { definitionsIn, noDefinition } from "./import/read/definitions.js";
import { readDocuments } from "./import/read/read-file.js";
import { stringAt, type DocumentPath, type SchemaAt } from "./import/schema.js";
import { reportProblems, type ReportFormat } from "./report/report.js";
import type { Terminal } from "./terminal.js";
import { crdProblems } from "../../generators/problem-codes/crd.js";
import type { ProblemHead } from "../../engine/base/define-problems.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface CheckCRDOptions {
  readonly format: ReportFormat;
  /** Version of the API servers, such as 1.31. The default is the newest supported version. */
  readonly kubernetes?: string;
}

/**
 * Runs `codegen check-crd FILE…`: prints the errors that API servers report for the
 * CustomResourceDefinitions in the files. Documents of other kinds are ignored. It is an error if
 * none of the files has a definition, so that a wrong path does not pass as a success.
 */
export async function checkCRDs(
  files: readonly string[],
  { format, ...options }: CheckCRDOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd } = terminal;
  const checked = await Promise.all(files.map((file) => checkFile(file, cwd, options)));
  const count = checked.reduce((sum, one) => sum + one.count, 0);
  const found = checked.flatMap((one) => one.problems);
  const problems = sortProblems(count > 0 ? found : found.map((one) => ({ ...one, severity: "error" as const })));
  const failed = problems.some(isError);
  await reportProblems(problems, { terminal, root: cwd, format });
  const refused = checked.reduce((sum, one) => sum + one.refused, 0);
  const definitions = `${String(count)} CustomResourceDefinition${count === 1 ? "" : "s"}`;
  if (format === "text" && count > 0) terminal.out(`${definitions} checked, ${String(refused)} refused\n`);
  return failed ? exit.problems : exit.done;
}

function isError({ severity }: Problem): boolean {
  return severity === "error";
}

interface Checked {
  readonly problems: readonly Problem[];
  readonly count: number;
  /** Number of definitions that API servers refuse. */
  readonly refused: number;
}

async function checkFile(file: string, cwd: string, options: CRDErrorOptions): Promise<Checked> {
  const { sources, problems } = await readDocuments(file, cwd);
  // The exact value of a large number does not matter for this check.
  const unread = problems.filter(({ code }) => code !== "import/inexact-number");
  const found = sources.flatMap(definitionsIn);
  const judged = found.map((one) => problemsOf(one, options));
  return {
    problems: [
      ...unread,
      ...(found.length === 0 && unread.length === 0 ? [noDefinition(file, cwd, "warning")] : []),
      ...judged.flat(),
    ],
    count: found.length,
    refused: judged.filter((one) => one.some(isError)).length,
  };
}

function problemsOf({ source, path, schema }: SchemaAt, options: CRDErrorOptions): readonly Problem[] {
  const positionOf = (place: DocumentPath) => source.positionOf([...path, ...place]);
  const problem = (head: ProblemHead, message: string, place: DocumentPath): Problem => ({
    ...head,
    message,
    position: positionOf(place),
  });
  const apiVersion = stringAt(schema, "apiVersion") ?? "";
  if (apiVersion !== served) {
    const given = apiVersion === "" ? "but the definition has no apiVersion" : `not ${apiVersion}`;
    return [
      problem(crdProblems.is("crd/api-version"), `API servers serve only the apiVersion ${served}, ${given}`, [
        "apiVersion",
      ]),
    ];
  }
  const { crd, problems } = readCRD(schema, positionOf);
  if (crd === undefined) return problems;
  const refusals = crdErrors(crd, options).map((error) =>
    problem(headOfRefusal(error.detail), errorText(error), pathsOfField(crd, error.field)[0] ?? []),
  );
  return [...problems, ...refusals];
}
