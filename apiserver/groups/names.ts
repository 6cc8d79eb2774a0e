import { validation } from "@apimachinery/runtime";

/**
 * Returns the problems found in a name that must be a subdomain (Go: NameIsDNSSubdomain).
 * @param isPrefix true for the base of a generated name, which can end with a hyphen
 */
export function nameIsDNSSubdomain(name: string, isPrefix: boolean): readonly string[] {
  return validation.isDNS1123Subdomain(isPrefix ? maskTrailingDash(name) : name);
}

/** Returns the problems found in a name that must be a label (Go: NameIsDNSLabel). */
export function nameIsDNSLabel(name: string, isPrefix: boolean): readonly string[] {
  return validation.isDNS1123Label(isPrefix ? maskTrailingDash(name) : name);
}

/**
 * Replaces a hyphen at the end of a name prefix. In a generated name, five characters follow the
 * hyphen, so the hyphen is valid there.
 */
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith("-") ? `${name.slice(0, -2)}a` : name;
}
