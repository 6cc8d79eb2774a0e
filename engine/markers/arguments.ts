import { unescapeQuoted } from "./escapes.js";
import type { MarkerFault } from "./marker.js";

/** The arguments in a marker of controller-gen, by name: `name="Cost",type=number`. */
export type MarkerArguments = ReadonlyMap<string, string>;

/** A problem in the text of a marker, as a part of a message. */
export interface ArgumentProblem {
  readonly fault: string;
}

/** Converts a problem into the result of a marker's `check`. */
export function checkResultOf(problem: ArgumentProblem | MarkerFault): string | MarkerFault {
  return "instead" in problem ? problem : problem.fault;
}

/**
 * Parses the arguments of a marker. The given name ends at the first `=`, so it also contains the
 * name of the first argument.
 * @param prefix name of the marker without the first argument
 */
export function argumentsOf(
  name: string,
  value: string | undefined,
  prefix: string,
): MarkerArguments | ArgumentProblem {
  const text = `${name.slice(prefix.length)}=${value ?? ""}`;
  const result = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const argument = /^\s*([A-Za-z]+)=/.exec(text.slice(at));
    const key = argument?.[1];
    if (argument === null || key === undefined) return { fault: `expected name=value at \`${text.slice(at)}\`` };
    if (result.has(key)) return { fault: `has the argument ${key} twice` };
    at += argument[0].length;
    const read = valueAt(text, at);
    if ("fault" in read) return read;
    result.set(key, read.value);
    at = read.end;
  }
  return result;
}

/** Matches a list of quoted strings with semicolons between them. */
const quotedList = /^"(?:[^"\\]|\\.)*"(?:\s*;\s*"(?:[^"\\]|\\.)*")+\s*(?:,|$)/;

/**
 * Returns a value, which ends at the next comma or at its closing quote, and the offset after the
 * comma that follows it. A list of quoted strings becomes one string with semicolons.
 */
function valueAt(text: string, start: number): { readonly value: string; readonly end: number } | ArgumentProblem {
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|'((?:[^'\\]|\\.)*)')\s*(?:,|$)/.exec(text.slice(start));
  if (quoted !== null) {
    const [all, double, raw, single] = quoted;
    return { value: raw ?? unescapeQuoted(double ?? single ?? ""), end: start + all.length };
  }
  const list = quotedList.exec(text.slice(start))?.[0];
  if (list !== undefined) {
    const values = [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value = ""]) => unescapeQuoted(value));
    return { value: values.join(";"), end: start + list.length };
  }
  if (/^["'`]/.test(text.slice(start)))
    return { fault: `has a string without a closing quote, or unexpected text after the string: ${text.slice(start)}` };
  const comma = text.indexOf(",", start);
  const end = comma < 0 ? text.length : comma;
  return { value: text.slice(start, end).trim(), end: end + 1 };
}
