import { bounds } from "../schema/limits.js";
import { isOfCRD, type AnyRule } from "./type-rules.js";

/** Reports whether a failure of a rule prevents the other rules of its cohort from running. */
export function stops(rule: AnyRule): boolean {
  if (isOfCRD(rule)) return false;
  // The items of a list that is too long are not checked, nor the properties of a map that is too
  // large.
  if ("limit" in rule) return rule.kind === bounds.items[1] || rule.kind === bounds.properties[1];
  switch (rule.kind) {
    case "required":
    case "optional":
    case "forbidden":
      return true;
    case "update":
      return rule.only !== "monotonic";
    case "fixed":
      return rule.stops === true;
    default:
      return "rules" in rule && rule.rules.some(stops);
  }
}
