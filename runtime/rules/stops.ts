import { isOfCRD, type AnyRule } from "./type-rules.js";

/** Reports whether a failure of a rule prevents the other rules of its cohort from running. */
export function stops(rule: AnyRule): boolean {
  if (isOfCRD(rule)) return false;
  switch (rule.kind) {
    case "required":
    case "optional":
    case "forbidden":
    // The items of a list that is too long are not checked, nor the properties of a map that is too
    // large.
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
