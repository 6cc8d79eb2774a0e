import * as field from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";

/**
 * Returns an error with a message in the style of Kubernetes' validator of custom resources:
 * `spec.name in body …`.
 */
export function invalidInBody(path: Path | undefined, value: unknown, text: string): FieldError {
  return withName(path, field.invalid(path, value, `${nameOf(path)} in body ${text}`));
}

/** Returns the error with its path in the notation of Kubernetes' validator of custom resources. */
export function withName(path: Path | undefined, error: FieldError): FieldError {
  return path === undefined ? error : { ...error, field: nameOf(path) };
}

/**
 * Returns a path in the notation of Kubernetes' validator of custom resources. A map key is printed
 * like a property: `spec.labels.app`.
 */
function nameOf(path: Path | undefined): string {
  return (
    path?.walk("", (before, by) => {
      if (typeof by === "number") return `${before}[${by}]`;
      return before === "" ? by : `${before}.${by}`;
    }) ?? ""
  );
}
