import type { ChangeSeverity } from "../form/change.js";
import type { ChangeCode } from "../form/codes.js";
import type { RuleData } from "../form/constraints.js";

/**
 * A difference between the old and the new type of a value. The comparison adds the field path
 * later.
 */
export interface FormDifference {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  /** End of the message, after the label of the value: `maximum 5 is new`. */
  readonly detail: string;
  readonly hint?: string;
  /**
   * The new rule that causes the difference. Absent if the difference is not caused by one rule.
   */
  readonly rule?: RuleData;
}

/** Returns a difference that makes the new API refuse objects that the old API accepts. */
export function tightened(detail: string, severity: ChangeSeverity = "breaking", rule?: RuleData): FormDifference {
  return { code: "tightened-rule", severity, detail, ...(rule === undefined ? {} : { rule }) };
}
