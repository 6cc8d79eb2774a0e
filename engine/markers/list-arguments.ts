import { readArguments, type ArgumentProblem, type ReadValue } from "./arguments.js";
import { unescapeQuoted } from "./escapes.js";

/**
 * Parses the arguments of a marker whose values are lists of strings:
 * `labels="a=b";"c=d",annotations=e=f`. The given name ends at the first `=`, so it also contains
 * the name of the first argument.
 * @param prefix name of the marker without the first argument
 */
export function listArgumentsOf(
  name: string,
  value: string | undefined,
  prefix: string,
): ReadonlyMap<string, readonly string[]> | ArgumentProblem {
  return readArguments({ name, value }, prefix, (_key, text, start) => listAt(text, start));
}

function listAt(text: string, start: number): ReadValue<readonly string[]> {
  const isBraced = text[start] === "{";
  const separator = isBraced ? "," : ";";
  const items: string[] = [];
  let at = isBraced ? start + 1 : start;
  for (let isOpen = true; isOpen;) {
    const [item, double, raw, bare] = /^\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^;,}]*))\s*/.exec(text.slice(at)) ?? [];
    if (item === undefined) return { fault: `expected a string at \`${text.slice(at)}\`` };
    items.push(raw ?? bare?.trim() ?? (double === undefined ? "" : unescapeQuoted(double)));
    at += item.length;
    isOpen = text[at] === separator;
    if (isOpen) at++;
  }
  if (isBraced && text[at++] !== "}") return { fault: "has a list without a closing brace" };
  if (at < text.length && text[at++] !== ",") return { fault: `expected a comma at \`${text.slice(at - 1)}\`` };
  return { value: items, end: at };
}
