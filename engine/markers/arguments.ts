import type { MarkerFault } from "./marker.js";

/** Arguments of a marker in controller-gen's form: `name="Cost",type=number`. */
export type MarkerArguments = ReadonlyMap<string, string>;

/** A fault in a marker's text, for messages. */
export interface Fault {
  readonly fault: string;
}

/** Returns a fault in the form that a check of a marker returns. */
export function faultOf(fault: Fault | MarkerFault): string | MarkerFault {
  return "instead" in fault ? fault : fault.fault;
}

/**
 * Parses the arguments of a marker. The marker's name ends at the first `=`, so it contains the
 * name of the first argument.
 * @param prefix part of the name before the first argument
 */
export function argumentsOf(name: string, value: string | undefined, prefix: string): MarkerArguments | Fault {
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

/** Returns a value up to the next comma, or a quoted string up to its end. */
function valueAt(text: string, start: number): { readonly value: string; readonly end: number } | Fault {
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|'((?:[^'\\]|\\.)*)')\s*(?:,|$)/.exec(text.slice(start));
  if (quoted !== null) {
    const [all, double, raw, single] = quoted;
    return { value: raw ?? unescaped(double ?? single ?? ""), end: start + all.length };
  }
  if (/^["'`]/.test(text.slice(start)))
    return { fault: `has a string without a closing quote, or text after the string: ${text.slice(start)}` };
  const comma = text.indexOf(",", start);
  const end = comma < 0 ? text.length : comma;
  return { value: text.slice(start, end).trim(), end: end + 1 };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) =>
    character === "n" ? "\n" : character === "t" ? "\t" : character,
  );
}
