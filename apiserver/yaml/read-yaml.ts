import { stringifyJSON } from "@apimachinery/runtime";
import type { YAMLError } from "yaml";
import { checkYAMLDepth } from "./depth.js";
import { DocumentReader, excessiveAliasing } from "./document-reader.js";
import { loadYAML } from "./library.js";

/**
 * A YAML text converted to JSON, and its duplicate keys. As in Go's parser, the last value of a
 * duplicate key is used.
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
 * Maximum number of characters that aliases may add to the JSON. Independently of it, the JSON may
 * have five times the length of the text.
 */
const aliasAllowance = 1024 * 1024;

/**
 * Reads the first document of a string as Go's parser does: as YAML 1.1, but timestamps are
 * strings.
 * @throws Error with messages in Go's format: `yaml: line 2: …`
 */
export function readYAML(text: string): ReadYAML {
  const { LineCounter, parseAllDocuments } = loadYAML();
  const lines = new LineCounter();
  try {
    checkYAMLDepth(text);
    const [document] = parseAllDocuments(text, {
      version: "1.1",
      // With this schema, the library leaves all scalars as strings, and the reader resolves them.
      schema: "failsafe",
      uniqueKeys: false,
      lineCounter: lines,
      logLevel: "error",
    });
    if (document === undefined) return { json: "null", duplicates: [] };
    const [error] = document.errors;
    if (error !== undefined) throw new Error(errorText(error));
    const reader = new DocumentReader(document, text, lines);
    const json = stringifyJSON(reader.value(document.contents));
    if (json.length > 5 * text.length + aliasAllowance) throw new Error(excessiveAliasing);
    return { json, duplicates: reader.duplicates };
  } catch (error) {
    const { message } = error as Error;
    // V8 throws a RangeError for a value that is nested too deeply, or for a string that is too
    // long. At this point, only aliases can produce such a value or string.
    if (error instanceof RangeError) throw new Error(excessiveAliasing, { cause: error });
    throw message.startsWith("yaml: ") ? error : new Error(`yaml: ${message}`);
  }
}

function errorText({ message, linePos }: YAMLError): string {
  const [what = message] = message.split(/ at line \d+/);
  const line = linePos?.[0].line;
  return `yaml: ${line === undefined ? "" : `line ${line}: `}${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}
