import { goQuote } from "@apimachinery/runtime";
import type { Document, LineCounter, Tags, YAMLError } from "yaml";
import { checkYAMLDepth } from "./depth.js";
import { goOctal, readAsGo } from "./go-scalars.js";
import { yaml } from "./library.js";

/**
 * A YAML text as JSON, and its duplicate keys. As in Go's parser, the last value of a duplicate key
 * is used.
 */
export interface ReadYAML {
  readonly json: string;
  /**
   * Messages about duplicate keys, in the order of the text: `line 7: key "colour" already set in
   * map`.
   */
  readonly duplicates: readonly string[];
}

/**
 * Limits for aliases: the maximum number of aliases of one anchor, and the maximum number of
 * additional characters in the JSON. The JSON may always have five times the length of the text.
 */
const maxAliasCount = 100;
const aliasAllowance = 1024 * 1024;
const excessiveAliasing = "yaml: document contains excessive aliasing";

/**
 * Reads the first document of a text as Go's parser does: as YAML 1.1, but with timestamps as text.
 * @throws Error with messages in Go's format: `yaml: line 2: …`
 */
export function readYAML(text: string): ReadYAML {
  const { LineCounter, parseAllDocuments } = yaml();
  const lines = new LineCounter();
  try {
    checkYAMLDepth(text);
    const [document] = parseAllDocuments(text, {
      version: "1.1",
      uniqueKeys: false,
      customTags: withoutOddities,
      lineCounter: lines,
      logLevel: "error",
    });
    if (document === undefined) return { json: "null", duplicates: [] };
    const [error] = document.errors;
    if (error !== undefined) throw new Error(errorText(error));
    readAsGo(document, text, lines);
    const duplicates = duplicateKeys(document, lines);
    const json = jsonOf(document.toJS({ maxAliasCount }));
    if (json.length > 5 * text.length + aliasAllowance) throw new Error(excessiveAliasing);
    return { json, duplicates };
  } catch (error) {
    const { message } = error as Error;
    // V8 throws a RangeError for a value that is nested too deeply, or for a text that is too long.
    // Here, only aliases can cause such a value or text.
    if (message.startsWith("Excessive alias count") || error instanceof RangeError)
      throw new Error(excessiveAliasing, { cause: error });
    throw message.startsWith("yaml: ") ? error : new Error(`yaml: ${message}`);
  }
}

/**
 * Returns a value as JSON.
 * @throws Error for a value that JSON cannot express
 */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    // JSON.stringify cannot print a value that contains itself. Such a value occurs only if an
    // alias is inside of the value with its anchor.
    if (error instanceof TypeError) throw new Error("yaml: the value of an anchor contains itself", { cause: error });
    throw error;
  }
}

const oddities: ReadonlySet<string> = new Set(
  ["binary", "omap", "pairs", "set", "timestamp"].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * Adapts the tags of the library to Go's parser. Removes the tags of sets, timestamps and numbers
 * in base 60, because JSON does not have these values or Go reads them as text. Adds Go's octal
 * numbers.
 */
function withoutOddities(tags: Tags): Tags {
  return [goOctal, ...tags].filter(
    (tag) => typeof tag === "string" || (!oddities.has(tag.tag) && !("format" in tag && tag.format === "TIME")),
  );
}

function errorText({ message, linePos }: YAMLError): string {
  const [what = message] = message.split(/ at line \d+/);
  const line = linePos?.[0].line;
  return `yaml: ${line === undefined ? "" : `line ${line}: `}${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}

/**
 * Returns the duplicate keys of all maps.
 * @throws Error for keys that are not text
 */
function duplicateKeys(document: Document, lines: LineCounter): readonly string[] {
  const { isCollection, isMap, isScalar, visit } = yaml();
  const found: string[] = [];
  visit(document, {
    Map: (_, map) => {
      if (!isMap(map)) return;
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (isCollection(key) || key === null || (isScalar(key) && key.value === null))
          throw new Error(`yaml: line ${lines.linePos(key?.range?.[0] ?? 0).line}: invalid map key`);
        if (!isScalar(key) || key.value === "<<") continue;
        if (seen.has(key.value))
          found.push(
            `line ${lines.linePos(key.range?.[0] ?? 0).line}: key ${goQuote(String(key.value))} already set in map`,
          );
        seen.add(key.value);
      }
    },
  });
  return found;
}
