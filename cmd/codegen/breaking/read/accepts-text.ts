import { answerOfDefinition, type CRDSchema } from "../../../../runtime/crd/index.js";
import type { Accepts } from "../form/value-range.js";

/**
 * Checks a string against a pattern or a format, as an API server does. An unknown format accepts
 * every string.
 */
export const acceptsText: Accepts = (text, rule) => answerOfDefinition(schemaOf(rule), { text }).errors.length === 0;

const schemas = new WeakMap<object, CRDSchema>();

/** Returns the same schema for the same rule, so that its pattern is compiled once. */
function schemaOf(rule: Parameters<Accepts>[1]): CRDSchema {
  const constraint = "pattern" in rule ? { pattern: rule.pattern } : { format: rule.format };
  const known = schemas.get(rule) ?? { type: "object", properties: { text: { type: "string", ...constraint } } };
  schemas.set(rule, known);
  return known;
}
