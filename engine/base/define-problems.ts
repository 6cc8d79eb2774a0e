import type { Problem, ProblemCode, Severity } from "./problem.js";

/** The thing to which the position of a problem points. */
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

/** The meaning of a problem code. `codegen explain` and docs/problems.md print it. */
export interface ProblemRow {
  /** The severity of its problems; a list if they differ. */
  readonly severity: Severity | readonly Severity[];
  /** The thing to which the positions of the problem point; a list if they point to several. */
  readonly place: ProblemPlace | readonly ProblemPlace[];
  /** One sentence about the mistake in the input. */
  readonly meaning: string;
  /** One or two sentences about the way to solve it. */
  readonly repair: string;
  /** The page and section of the documentation, if it is not the page of the table. */
  readonly page?: string;
}

/** The problem codes of one area, such as `crd`. */
export interface ProblemTable {
  /** The part of the codes before the slash. A generator's area is its name. */
  readonly area: string;
  /** The rule that the input has to keep. */
  readonly rule: string;
  /** The page of the documentation with the rules: a path such as `docs/crds.md`, or a URL. */
  readonly page?: string;
  /** The rows by code. */
  readonly rows: { readonly [code: string]: ProblemRow };
}

/** A table of problem codes, with the function that begins problems. */
export interface ProblemCodes<Rows extends ProblemTable["rows"]> extends ProblemTable {
  readonly rows: Rows;
  /**
   * Returns code and severity, the beginning of a problem. If the row lists several severities, one
   * of them is given:
   *
   *     { ...kindProblems.is("kinds/no-kind"), message, position }
   */
  readonly is: <Code extends keyof Rows & string>(
    code: Code,
    ...severity: GivenSeverity<Rows[Code]["severity"]>
  ) => ProblemHead;
}

/** The beginning of a problem. */
export type ProblemHead = Pick<Problem, "code" | "severity">;

/** The severity is given if a row lists several. */
type GivenSeverity<S> = [S] extends [Severity] ? [] : [severity: Extract<S, readonly Severity[]>[number]];

/** The codes of a table. */
export type CodeOf<Table extends ProblemTable> = keyof Table["rows"] & string;

/**
 * Defines the problem codes of one area. They have the form `<area>/<what>`. Problems can have only
 * codes of such tables.
 */
export function defineProblems<const Rows extends ProblemTable["rows"]>(
  table: ProblemTable & { readonly rows: Rows },
): ProblemCodes<Rows> {
  return {
    ...table,
    is: (code, ...given) => ({
      code: code as string as ProblemCode,
      // The row has one severity if none is given.
      severity: given[0] ?? (table.rows[code]?.severity as Severity),
    }),
  };
}
