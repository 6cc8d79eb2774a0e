import { isOfCRD, type AnyRule } from "./type-rules.js";

/** Reports whether the other rules of the cohort do not run after a rule fails. */
export function stops(rule: AnyRule): boolean {
  if (isOfCRD(rule)) return false;
  switch (rule.kind) {
    case "required":
    case "optional":
    case "forbidden":
    // If a list is too long or a map is too large, its items or properties are not checked.
    case "maxItems":
    case "maxProperties":
      return true;
    case "update":
      return rule.only !== "monotonic";
    case "fixed":
      return rule.stops === true;
    default:
      return "rules" in rule && rule.rules.some(stops);
  }
}
