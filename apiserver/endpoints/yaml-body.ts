import { LineCounter, isMap, isScalar, parseAllDocuments, visit } from "yaml";
import type { Document, Tags, YAMLError } from "yaml";

/** A YAML text as JSON, and what is wrong with it that Go's parser takes: keys that come twice, the last of which counts. */
export interface ReadYAML {
  readonly json: string;
  /** In the order of the text: `line 7: key "colour" already set in map`. */
  readonly duplicates: readonly string[];
}

/** The most documents of what an alias stands for: who writes a short text means no long one. */
const maxAliasCount = 100;

/** Reads the first document of a text as Go's parser does: YAML 1.1, but times stay text. @throws Error in words like Go's: `yaml: line 2: …` */
export function readYAML(text: string): ReadYAML {
  const lines = new LineCounter();
  try {
    const [document] = parseAllDocuments(text, { version: "1.1", uniqueKeys: false, customTags: withoutOddities, lineCounter: lines });
    if (document === undefined) return { json: "null", duplicates: [] };
    const [error] = document.errors;
    if (error !== undefined) throw new Error(errorText(error));
    return { json: JSON.stringify(document.toJS({ maxAliasCount }) ?? null), duplicates: duplicateKeys(document, lines) };
  } catch (error) {
    if (error instanceof RangeError) throw new Error("yaml: exceeded max depth of 10000");
    const { message } = error as Error;
    throw message.startsWith("yaml: ") ? error : new Error(`yaml: ${message}`);
  }
}

const oddities: ReadonlySet<string> = new Set(["binary", "omap", "pairs", "set", "timestamp"].map((name) => `tag:yaml.org,2002:${name}`));

/** Leaves out what has no JSON, or is only text to Go: sets, times, numbers in base 60. */
function withoutOddities(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag === "string" || (!oddities.has(tag.tag) && !("format" in tag && tag.format === "TIME")));
}

function errorText({ message, linePos }: YAMLError): string {
  const [what = message] = message.split(/ at line \d+/);
  const line = linePos?.[0].line;
  return `yaml: ${line === undefined ? "" : `line ${line}: `}${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}

function duplicateKeys(document: Document, lines: LineCounter): readonly string[] {
  const found: string[] = [];
  visit(document, {
    Map: (_, map) => {
      if (!isMap(map)) return;
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key) || key.value === "<<") continue;
        if (seen.has(key.value)) found.push(`line ${lines.linePos(key.range?.[0] ?? 0).line}: key ${JSON.stringify(String(key.value))} already set in map`);
        seen.add(key.value);
      }
    },
  });
  return found;
}
