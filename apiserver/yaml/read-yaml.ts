import { goQuote } from "@apimachinery/runtime";
import type { Document, LineCounter, Tags, YAMLError } from "yaml";
import { checkYAMLDepth } from "./depth.js";
import { goOctal, readAsGo } from "./go-scalars.js";
import { yaml } from "./library.js";

/**
 * A YAML text as JSON, and what is wrong with it that Go's parser takes: keys that come twice, the
 * last of which counts.
 */
export interface ReadYAML {
  readonly json: string;
  /** In the order of the text: `line 7: key "colour" already set in map`. */
  readonly duplicates: readonly string[];
}

/**
 * How often an anchor may be meant by aliases, and what they may make of a text beside five times
 * its length: no value's JSON is longer.
 */
const maxAliasCount = 100;
const aliasAllowance = 1024 * 1024;
const excessiveAliasing = "yaml: document contains excessive aliasing";

/**
 * Reads the first document of a text as Go's parser does: YAML 1.1, but times stay text. @throws
 * Error in words like Go's: `yaml: line 2: …`
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
    // Or a value nested deeper, or a text longer, than V8 can have: what is written out is neither.
    if (message.startsWith("Excessive alias count") || error instanceof RangeError)
      throw new Error(excessiveAliasing, { cause: error });
    throw message.startsWith("yaml: ") ? error : new Error(`yaml: ${message}`);
  }
}

/** @throws Error for what JSON has no form for */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    // An alias inside what its anchor names: the only value of YAML's that JSON.stringify can't
    // print.
    if (error instanceof TypeError) throw new Error("yaml: the value of an anchor contains itself", { cause: error });
    throw error;
  }
}

const oddities: ReadonlySet<string> = new Set(
  ["binary", "omap", "pairs", "set", "timestamp"].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * Leaves out what has no JSON, or is only text to Go: sets, times, numbers in base 60. Adds Go's
 * octal numbers.
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

/** Looks at each map once. @throws Error for keys that are no text */
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
