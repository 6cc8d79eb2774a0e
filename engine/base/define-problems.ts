import type { Problem, ProblemCode, Severity } from "./problem.js";

/** The syntax to which the position of a problem points. */
export type ProblemPlace =
  | "marker"
  | "comment"
  | "type"
  | "field"
  | "type expression"
  | "function"
  | "import"
  | "file"
  | "folder"
  | "configuration"
  | "plug-in"
  | "document";

/** Description of a problem code. `codegen explain` and docs/problems.md print it. */
export interface ProblemRow {
  /** The severity of problems with this code; a list if the severity varies. */
  readonly severity: Severity | readonly Severity[];
  /** The syntax to which the positions of the problem point; a list if it varies. */
  readonly place: ProblemPlace | readonly ProblemPlace[];
  /** One sentence that describes the mistake in the input. */
  readonly meaning: string;
  /** One or two sentences that describe how to correct the mistake. */
  readonly repair: string;
  /** The page and section of the documentation. Absent if it is the page of the table. */
  readonly page?: string;
}

/** A row as `defineProblems` takes it. Without a severity, the problem is an error. */
export type GivenProblemRow = Omit<ProblemRow, "severity"> & Partial<Pick<ProblemRow, "severity">>;

/** The problem codes of one area, such as `crd`. */
export interface ProblemTable {
  /** The part of each code before the slash. The area of a generator is the generator's name. */
  readonly area: string;
  /** One sentence that describes correct input. */
  readonly rule: string;
  /**
   * The page of the documentation that describes the rules: a path such as `docs/crds.md`, or a
   * URL.
   */
  readonly page?: string;
  /** Descriptions of the problems, by code. */
  readonly rows: { readonly [code: string]: ProblemRow };
}

/**
 * A table of problem codes, with a function that returns the code and severity of a new problem.
 */
export interface ProblemCodes<Rows extends GivenProblemRows> extends ProblemTable {
  readonly rows: { readonly [Code in keyof Rows]: Rows[Code] & ProblemRow };
  /**
   * Returns the code and severity of a new problem. If the row lists several severities, the caller
   * passes one of them:
   *
   *     { ...kindProblems.is("kinds/no-kind"), message, position }
   */
  readonly is: <Code extends keyof Rows & string>(code: Code, ...severity: GivenSeverity<Rows[Code]>) => ProblemHead;
}

/** The part of a problem that the table of codes contains. The caller adds message and position. */
export type ProblemHead = Pick<Problem, "code" | "severity">;

type GivenProblemRows = { readonly [code: string]: GivenProblemRow };

/** The severity argument: required if the row lists several severities, otherwise not allowed. */
type GivenSeverity<Row> = Row extends { readonly severity: readonly (infer One extends Severity)[] }
  ? [severity: One]
  : [];

/** Union of the codes in a table. */
export type CodeOf<Table extends ProblemTable> = keyof Table["rows"] & string;

/**
 * Defines the problem codes of one area, in the form `<area>/<name>`. A problem can only have a
 * code that is defined this way.
 */
export function defineProblems<const Rows extends GivenProblemRows>(
  table: Omit<ProblemTable, "rows"> & { readonly rows: Rows },
): ProblemCodes<Rows> {
  const rows = Object.fromEntries(
    Object.entries(table.rows).map(([code, row]): [string, ProblemRow] => [code, { severity: "error", ...row }]),
  );
  return {
    ...table,
    rows: rows as ProblemCodes<Rows>["rows"],
    is: (code, ...given) => ({
      code: code as string as ProblemCode,
      // If no severity is passed, the row has exactly one severity.
      severity: (given as readonly Severity[])[0] ?? (rows[code]?.severity as Severity),
    }),
  };
}
