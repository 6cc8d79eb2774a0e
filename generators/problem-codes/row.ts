import type { ProblemRow } from "../../engine/base/define-problems.js";

/**
 * Returns the description of a problem code.
 * @param page the page and section of the documentation
 */
export function row<const Severity extends ProblemRow["severity"]>(
  severity: Severity,
  place: ProblemRow["place"],
  page: string,
  texts: Pick<ProblemRow, "meaning" | "repair">,
): ProblemRow & { readonly severity: Severity } {
  return { severity, place, ...texts, page };
}
