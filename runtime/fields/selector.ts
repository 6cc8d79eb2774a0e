import { getOwn } from "../json/values.js";

/** @file Field selectors (Go: package fields). */

/** A condition on one field. */
export interface Requirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Selects objects that meet all requirements. An empty selector selects every object. */
export type Selector = readonly Requirement[];

/**
 * Parses a field selector: `a=b`, `a==b` and `a!=b`, joined by commas. In values, a backslash
 * escapes commas, equals signs and backslashes. Names of fields are not checked. The requirements
 * are sorted, and repeated requirements are merged.
 * @throws Error with the message of Go's fields.ParseSelector for a string that is not a field
 *   selector
 */
export function parse(text: string): Selector {
  const requirements: Requirement[] = [];
  // The set removes repeated requirements, which have no effect.
  for (const term of new Set(splitTerms(text).sort())) {
    if (term === "") continue;
    const match = /!=|==?/.exec(term);
    if (match === null) throw new Error(`invalid selector: '${text}'; can't understand '${term}'`);
    const [operator] = match;
    const field = term.slice(0, match.index);
    const value = unescapeValue(term.slice(match.index + operator.length));
    if (field !== "" || value !== "") requirements.push({ field, operator: operator === "!=" ? "!=" : "=", value });
  }
  return requirements;
}

/**
 * Reports whether a selector matches an object with these fields. An absent field counts as an
 * empty string.
 */
export function matches(selector: Selector, fields: Readonly<Record<string, string>>): boolean {
  return selector.every(({ field, operator, value }) => {
    const actual = getOwn(fields, field) ?? "";
    return (actual === value) === (operator === "=");
  });
}

/** Returns the selector as a string for a query parameter. `parse` accepts the string. */
export function selectorText(selector: Selector): string {
  return selector.map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`).join(",");
}

/**
 * Returns the value that the selector requires for a field; undefined if it has no requirement with
 * `=` for the field.
 */
export function requiresExactMatch(selector: Selector, field: string): string | undefined {
  return selector.find((requirement) => requirement.field === field && requirement.operator === "=")?.value;
}

/** Returns a selector that requires one field to have a value. */
export function oneTermEqualSelector(field: string, value: string): Selector {
  return [{ field, operator: "=", value }];
}

/**
 * Returns a copy of a selector with changed requirements (Go: Selector.Transform). The function is
 * called for each requirement, and returns its new field and value. If both are empty, the
 * requirement is removed.
 */
export function transform(
  selector: Selector,
  change: (field: string, value: string) => readonly [field: string, value: string],
): Selector {
  return selector.flatMap((requirement) => {
    const [field, value] = change(requirement.field, requirement.value);
    return field === "" && value === "" ? [] : [{ ...requirement, field, value }];
  });
}

export function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}

/**
 * Replaces the escape sequences in a value by the characters that they represent.
 * @throws Error with Go's message for an unknown escape sequence, or for a special character that
 * is not escaped
 */
export function unescapeValue(text: string): string {
  return text.replace(/\\(.?)|[,=]/gsu, (found, escaped?: string) => {
    if (escaped === undefined)
      throw new Error(`invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`);
    if (!["\\", ",", "="].includes(escaped))
      throw new Error(`invalid field selector: invalid escape sequence: ${found}`);
    return escaped;
  });
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === ",") {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}
