import { validation } from "@apimachinery/runtime";
import type { AuditAnnotations } from "../request/audit-annotations.js";
import type { Attributes } from "./plugin.js";

/**
 * Returns the function `annotate` in the Attributes of one request (Go:
 * admission.Attributes.AddAnnotation).
 */
export function newAnnotate(annotations: AuditAnnotations): Attributes["annotate"] {
  const own = new Map<string, string>();
  return (key, value, level = "Metadata") => {
    checkKey(key);
    const known = own.get(key);
    if (known !== undefined && known !== `${level} ${value}`)
      throw new Error(`admission annotations are not allowd to be overwritten, key:${JSON.stringify(key)}`);
    own.set(key, `${level} ${value}`);
    annotations.add(key, value, level);
  };
}

/**
 * Checks that an annotation key is a qualified name with a prefix.
 * @throws Error with Go's message
 */
function checkKey(key: string): void {
  if (key.split("/").length !== 2)
    throw new Error(
      "annotation key has invalid format, the right format is a DNS subdomain prefix and '/' and key name. (e.g. 'podsecuritypolicy.admission.k8s.io/admit-policy')",
    );
  const problems = validation.isLabelKey(key);
  if (problems.length > 0)
    throw new Error(
      `annotation key has invalid format ${problems.join(",")}. A qualified name like 'podsecuritypolicy.admission.k8s.io/admit-policy' is required.`,
    );
}
