import { field, validation } from "@apimachinery/runtime";
import type { User } from "../../request/api-request.js";

/**
 * Returns the problem with the extra values of an impersonated user; undefined if they can be
 * impersonated (Go: validateExtra). The old verb `impersonate` allows all values.
 */
export function extraProblem(extra: User["extra"]): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === "") return "impersonating the empty string key in extra is not allowed";
    const errors = validation.isDomainPrefixedPath(field.newPath("extra", "key"), key);
    if (errors.length > 0)
      return `impersonating an invalid key in extra is not allowed: ${field.aggregateText(errors)}`;
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`;
    if (values.length === 0) return "impersonating empty values in extra is not allowed";
    if (values.includes("")) return "impersonating the empty string value in extra is not allowed";
  }
  return undefined;
}
