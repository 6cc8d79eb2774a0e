/** One condition on one field, as text. */
export interface Requirement {
  readonly field: string;
  readonly operator: "=" | "!=";
  readonly value: string;
}

/** Chooses objects by their fields: all requirements must be met. None of them means everything. */
export type Selector = readonly Requirement[];

/**
 * Reads a field selector: `a=b`, `a==b`, `a!=b`, joined by commas, with a backslash before a comma,
 * an equals sign or a backslash in a value. Which fields there are is not its business. A
 * requirement that is repeated is one.
 * @throws Error in the words of Go's fields.ParseSelector
 */
export function parse(text: string): Selector {
  const requirements: Requirement[] = [];
  // A term that is repeated means nothing more.
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

/** Whether an object with these fields is chosen. A field that is absent is empty. */
export function matches(selector: Selector, fields: Readonly<Record<string, string>>): boolean {
  return selector.every(({ field, operator, value }) => {
    const actual = Object.hasOwn(fields, field) ? (fields[field] ?? "") : "";
    return (actual === value) === (operator === "=");
  });
}

/** As a query parameter: what `parse` reads. */
export function selectorText(selector: Selector): string {
  return selector.map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`).join(",");
}

/** The one value that a field must have to be chosen, undefined if there is none. */
export function requiresExactMatch(selector: Selector, field: string): string | undefined {
  return selector.find((requirement) => requirement.field === field && requirement.operator === "=")?.value;
}

/** The selector of one field with one value. */
export function oneTermEqualSelector(field: string, value: string): Selector {
  return [{ field, operator: "=", value }];
}

/**
 * The selector with other fields and values: those that the function returns for each requirement.
 * A requirement for which both are empty is left out. Go's Selector.Transform.
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

/** @throws Error in Go's words for other escapes, and for what should have been escaped */
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
