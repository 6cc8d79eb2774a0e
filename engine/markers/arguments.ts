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

/** A value in the text of a marker, and the offset after it. */
export type ReadValue<T> = { readonly value: T; readonly end: number } | ArgumentProblem;

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
  return readArguments({ name, value }, prefix, (_key, text, start) => valueAt(text, start));
}

/**
 * Parses the arguments of a marker with the given function for their values.
 * @param read returns the value that starts at an offset, and the offset after the comma that
 * follows the value
 */
export function readArguments<T>(
  { name, value }: { readonly name: string; readonly value?: string | undefined },
  prefix: string,
  read: (key: string, text: string, start: number) => ReadValue<T>,
): ReadonlyMap<string, T> | ArgumentProblem {
  const text = `${name.slice(prefix.length)}=${value ?? ""}`;
  const result = new Map<string, T>();
  for (let at = 0; at < text.length;) {
    const [head, key] = /^\s*([A-Za-z]+)=/.exec(text.slice(at)) ?? [];
    if (head === undefined || key === undefined)
      return {
        fault: `expected name=value at \`${text.slice(at)}\`; the items of a list have semicolons between them`,
      };
    if (result.has(key)) return { fault: `has the argument ${key} twice` };
    const found = read(key, text, at + head.length);
    if ("fault" in found) return found;
    result.set(key, found.value);
    at = found.end;
  }
  return result;
}

/** Matches a list of quoted strings with semicolons between them. */
const quotedList = /^"(?:[^"\\]|\\.)*"(?:\s*;\s*"(?:[^"\\]|\\.)*")+\s*(?:,|$)/;

/**
 * Returns a value, which ends at the next comma or at its closing quote, and the offset after the
 * comma that follows it. A list of quoted strings becomes one string with semicolons.
 */
function valueAt(text: string, start: number): ReadValue<string> {
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
