import { projectProblems } from "../../engine/base/problem-codes.js";
import type { ProblemPlace, ProblemTable } from "../../engine/base/define-problems.js";
import { orderStrings, type Severity } from "../../engine/base/problem.js";
import { configProblems } from "../../engine/config/problem-codes.js";
import { loadProblems } from "../../engine/load/problem-codes.js";
import { markersProblems } from "../../engine/markers/problem-codes.js";
import type { Generator } from "../../engine/plan/generator.js";
import { outputProblems, pluginProblems, writeProblems } from "../../engine/plan/problem-codes.js";
import { breakingProblems } from "./breaking/form/codes.js";
import { importProblems } from "./import/problem-codes.js";
import { referenceProblems } from "./reference/problem-codes.js";

/**
 * Returns all tables of problem codes, by area: those of the engine, of the commands, and of the
 * given generators.
 */
export function problemTables(generators: readonly Generator[]): readonly ProblemTable[] {
  return [
    breakingProblems,
    configProblems,
    importProblems,
    loadProblems,
    markersProblems,
    outputProblems,
    pluginProblems,
    projectProblems,
    referenceProblems,
    writeProblems,
    ...generators.flatMap(({ problems = [] }) => problems),
  ].sort((a: ProblemTable, b: ProblemTable) => orderStrings(a.area, b.area));
}

/** A row of a table of problem codes, with its code. */
export interface ExplainedCode {
  readonly code: string;
  readonly severity: readonly Severity[];
  readonly place: readonly ProblemPlace[];
  readonly meaning: string;
  readonly repair: string;
  /** Page of the documentation about the problem, with its section. */
  readonly page?: string;
}

/** Returns the rows of a table of problem codes, sorted by code. */
export function explainedCodes({ rows, page: common }: ProblemTable): readonly ExplainedCode[] {
  return Object.entries(rows)
    .sort(([a], [b]) => orderStrings(a, b))
    .map(([code, { severity, place, meaning, repair, page = common }]) => ({
      code,
      severity: [severity].flat(),
      place: [place].flat(),
      meaning,
      repair,
      ...(page === undefined ? {} : { page }),
    }));
}
