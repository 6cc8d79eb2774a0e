import { nearest } from "../util/nearest.js";
import { readArguments, type ArgumentProblem, type ReadValue } from "./arguments.js";
import type { Marker } from "./marker.js";

/**
 * Types of arguments in the markers of controller-gen. `text` is a string, and `texts` is a list of
 * strings.
 */
export type ArgumentType = "text" | "texts" | "boolean" | "integer";

type TypedValue = string | readonly string[] | boolean | number;

/** Values of arguments, by name. */
export type TypedArguments = ReadonlyMap<string, TypedValue>;

/**
 * Parses the arguments of a marker of controller-gen by their types:
 * `groups=apps;"",verbs={get,list},mutating=true`.
 *
 * @param prefix name of the marker without the first argument
 * @param types types of all known arguments
 * @param required names of the required arguments
 */
export function typedArguments(
  marker: Marker,
  prefix: string,
  types: Readonly<Record<string, ArgumentType>>,
  required: readonly string[],
): TypedArguments | ArgumentProblem {
  const result = readArguments(marker, prefix, (key, text, start): ReadValue<TypedValue> => {
    const type = types[key];
    if (type === undefined) return { fault: unknownArgument(key, Object.keys(types)) };
    const at = start + text.slice(start).search(/\S|$/);
    const read = type === "texts" ? textsAt(text, at) : textAt(text, at);
    if ("fault" in read) return { fault: `${key} ${read.fault}` };
    const value = typeof read.value === "string" ? convert(type, read.value) : read.value;
    if (value === undefined)
      return { fault: `${key} needs ${type === "boolean" ? "true or false" : "a whole number"}` };
    const [separator] = /^\s*(?:,|$)/.exec(text.slice(read.end)) ?? [];
    if (separator === undefined) return { fault: `expected a comma at \`${text.slice(read.end)}\`` };
    return { value, end: read.end + separator.length };
  });
  if ("fault" in result) return result;
  const missing = required.find((key) => !result.has(key));
  return missing === undefined ? result : { fault: `needs ${missing}=…` };
}

export function unknownArgument(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return `has no argument ${key}; ${meant === undefined ? `valid arguments: ${known.join(", ")}` : `did you mean ${meant}?`}`;
}

function convert(type: ArgumentType, text: string): string | boolean | number | undefined {
  if (type === "boolean") return text === "true" || text === "false" ? text === "true" : undefined;
  if (type === "integer") return /^-?\d+$/.test(text) ? Number(text) : undefined;
  return text;
}

/** Parses a list of strings: `a;b` or `{a, b}`. */
function textsAt(text: string, start: number): ReadValue<readonly string[]> {
  const isBraced = text[start] === "{";
  const values: string[] = [];
  let at = isBraced ? start + 1 : start;
  for (;;) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (isBraced ? text[at] === "}" : at === text.length || text[at] === ",") break;
    if (at >= text.length) return { fault: "has a brace that is not closed" };
    const read = textAt(text, at);
    if ("fault" in read) return read;
    values.push(read.value);
    at = read.end + (/^\s*/.exec(text.slice(read.end))?.[0].length ?? 0);
    if (text[at] !== (isBraced ? "," : ";")) {
      if (isBraced && text[at] !== "}") return { fault: "needs commas between the values in braces" };
      break;
    }
    at++;
  }
  return { value: values, end: isBraced ? at + 1 : at };
}

/** Parses a quoted string, or an unquoted string up to the next separator. */
function textAt(text: string, start: number): ReadValue<string> {
  const [all, double, raw] = /^(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/.exec(text.slice(start)) ?? [];
  if (all !== undefined) return { value: raw ?? unescaped(double ?? ""), end: start + all.length };
  if (/^["`]/.test(text.slice(start))) return { fault: "has a string without a closing quote" };
  const bare = /^[^,;}]*/.exec(text.slice(start))?.[0] ?? "";
  return { value: bare.trim(), end: start + bare.length };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => ({ n: "\n", t: "\t" })[character] ?? character);
}
