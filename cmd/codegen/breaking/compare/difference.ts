import type { ChangeSeverity } from "../form/change.js";
import type { ChangeCode } from "../form/codes.js";
import type { RuleData } from "../form/constraints.js";

/** A difference between two values. The comparison adds its place later. */
export interface FormDifference {
  readonly code: ChangeCode;
  readonly severity: ChangeSeverity;
  /** The end of a message that begins with the label of the value: `maximum 5 is new`. */
  readonly detail: string;
  readonly hint?: string;
  /** The new rule, if the difference is one rule. */
  readonly rule?: RuleData;
}

/** Returns a difference by which the new API refuses objects that the old one accepts. */
export function tightened(detail: string, severity: ChangeSeverity = "breaking", rule?: RuleData): FormDifference {
  return { code: "tightened-rule", severity, detail, ...(rule === undefined ? {} : { rule }) };
}
