import { answerOf } from "../../../../runtime/crd/index.js";
import type { Accepts } from "../form/value-range.js";

/** Checks a text as an API server does. A format of another kind of rule accepts every text. */
export const acceptsText: Accepts = (text, rule) => {
  const schema = "pattern" in rule ? { pattern: rule.pattern } : { format: rule.format };
  const properties = { text: { type: "string", ...schema } };
  return answerOf({ type: "object", properties }, { text }).errors.length === 0;
};
