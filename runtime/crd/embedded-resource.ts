import { child } from "../field/below.js";
import { invalid, required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isDNS1035Label } from "../names/dns.js";
import { parseGroupVersion } from "../meta/group-version.js";

/** Adds errors for an embedded object without a valid apiVersion and kind. */
export function embeddedResource(fldPath: Path | undefined, value: object, errors: FieldError[]): void {
  for (const name of ["apiVersion", "kind"]) {
    const given: unknown = Reflect.get(value, name);
    const path = child(fldPath, name);
    if (given === undefined) errors.push(required(path, ""));
    else if (typeof given !== "string") errors.push(invalid(path, given, "must be a string"));
    else if (given === "") errors.push(invalid(path, given, "must not be empty"));
    else {
      const problem = name === "kind" ? problemOfKind(given) : problemOfVersion(given);
      if (problem !== undefined) errors.push(invalid(path, given, problem));
    }
  }
}

/** Returns the reason why a string is not the name of a kind; undefined if it is valid. */
export function problemOfKind(kind: string): string | undefined {
  const problems = isDNS1035Label(kind.toLowerCase());
  return problems.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${problems.join(",")}`;
}

function problemOfVersion(apiVersion: string): string | undefined {
  try {
    parseGroupVersion(apiVersion);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
