import { describe, expect, test } from "vitest";
import { explainedCodes, problemTables } from "../../cmd/codegen/problem-tables.js";
import type { ProblemPlace } from "../../engine/base/define-problems.js";
import { generators } from "../../generators/index.js";
import { read, sourceFiles } from "../house-rules/source-files.js";
import { goldenProblems, inputOf, type GoldenProblem } from "./cases.js";

const tables = problemTables(generators);
const rows = new Map(tables.flatMap(explainedCodes).map((row) => [row.code, row]));
const problems = goldenProblems();

/**
 * Codes that no golden case reports, with the reason. The cases run `codegen` without a command.
 */
const exceptions: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^breaking\//, "codegen breaking reports them; test/cmd/breaking/changes.test.ts has a case for each"],
  [/^import\//, "codegen import reports them"],
  [/^reference\//, "codegen reference reports them"],
  [/^crd\/(api-version|no-definition|unknown-field|wrong-type)$/, "codegen check-crd and breaking --crd report them"],
  [/^load\/unreadable$/, "the system refuses the administrator nothing; test/engine/load-packages.test.ts has a case"],
  [/^output\/outdated$/, "codegen --check --format sarif reports it"],
  [/^(fuzz\/no-(fast-check|vitest)|validation\/no-re2js)$/, "the packages are installed in this repository"],
];
const isException = (code: string): boolean => exceptions.some(([codes]) => codes.test(code));

describe("the table of problem codes", () => {
  test("has the code of each problem of the golden cases, with its severity", () => {
    const wrong = problems.filter(({ code, severity }) => rows.get(code)?.severity.includes(severity) !== true);
    expect(wrong.map(({ code, severity }) => `${severity} ${code}`)).toEqual([]);
  });

  test("has no code without a golden case, which tries its hint and its fixes, except for the listed ones", () => {
    const reported = new Set(problems.map(({ code }) => code));
    expect([...rows.keys()].filter((code) => !reported.has(code) && !isException(code))).toEqual([]);
    expect([...reported].filter(isException)).toEqual([]);
    expect(exceptions.filter(([codes]) => ![...rows.keys()].some((code) => codes.test(code)))).toEqual([]);
  });

  test("has no code that no source uses", () => {
    const sources = sourceFiles()
      .filter((path) => /^(engine|generators|cmd\/codegen)\//.test(path) && !/\/(problem-)?codes\.ts$/.test(path))
      .map(read)
      .join("\n");
    // A change has its code without the area.
    const isUsed = (code: string): boolean => sources.includes(`"${code.replace(/^breaking\//, "")}"`);
    expect([...rows.keys()].filter((code) => isException(code) && !isUsed(code))).toEqual([]);
  });

  test("has codes of its areas, and sentences", () => {
    for (const { area, rows: own } of tables)
      for (const [code, { meaning, repair }] of Object.entries(own)) {
        expect(code).toMatch(new RegExp(`^${area}/[a-z][a-z0-9]*(-[a-z0-9]+)*$`));
        expect(
          [meaning, repair].filter((text) => !/^[A-Z`].*\.$/.test(text)),
          code,
        ).toEqual([]);
      }
  });

  test("names a page of the documentation for each code", () => {
    expect([...rows.values()].filter(({ page }) => page === undefined)).toEqual([]);
  });

  test("states what the positions of the problems point to", () => {
    const wrong = problems.filter((problem) => {
      const isThere = pointsTo(problem);
      return rows.get(problem.code)?.place.some(isThere) !== true;
    });
    expect(wrong.map(({ golden, code, file, line }) => `${golden.name}: ${code} ${file}:${line}`)).toEqual([]);
  });
});

/** Returns a function that reports whether the position of a problem is that of a place. */
function pointsTo({ golden, file, line, column }: GoldenProblem): (place: ProblemPlace) => boolean {
  const text = inputOf(golden, file)?.split("\n")[line - 1] ?? "";
  const [before, after] = [text.slice(0, column - 1), text.slice(column - 1)];
  const isComment = /^\s*(\/\*\*|\*|\/\/)/.test(text);
  const isField =
    /(^|[;{]|\breadonly)\s*$/.test(before) && /^(["'\w$-]+\??\s*[:;(]|\[|(get|set|readonly) )/.test(after);
  const isName = /\b(interface|type|function|const) $/.test(before);
  const isImport = /^\s*(import|export)\b.*from /.test(text);
  const places: { readonly [place in ProblemPlace]: boolean } = {
    marker: after.startsWith("+") || (isComment && before.includes("+")),
    comment: isComment,
    type: /\b(interface|type) $/.test(before),
    field: isField,
    "type expression": /\.ts$/.test(file) && !isComment && !isField && !isName && !isImport,
    function: /\b(function|const) $/.test(before) || /^\w+\(/.test(after),
    import: isImport,
    // A problem of a whole file can also be about a file that does not exist.
    file: !isComment || line === 1,
    folder: inputOf(golden, file) === undefined,
    configuration: file.endsWith(".json"),
    "plug-in": /\.(mjs|hbs)$/.test(file),
    document: /\.(ya?ml|json)$/.test(file),
  };
  return (place) => places[place];
}
