import type { ArgumentProblem } from "./arguments.js";
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
  const text = `${name.slice(prefix.length)}=${value ?? ""}`;
  const result = new Map<string, readonly string[]>();
  for (let at = 0; at < text.length;) {
    const [head, key] = /^\s*([A-Za-z]+)=/.exec(text.slice(at)) ?? [];
    if (head === undefined || key === undefined) return { fault: `expected name=value at \`${text.slice(at)}\`` };
    if (result.has(key)) return { fault: `has the argument ${key} twice` };
    at += head.length;
    const isBraced = text[at] === "{";
    const separator = isBraced ? "," : ";";
    if (isBraced) at++;
    const items: string[] = [];
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
    result.set(key, items);
  }
  return result;
}
