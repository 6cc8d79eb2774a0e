/**
 * Receives the text of a server's warning, for example about a deprecated version or an unknown
 * field.
 */
export type WarningHandler = (text: string) => void;

/** Returns a handler that writes each warning only once. */
export function warnOnce(write: (line: string) => void): WarningHandler {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text)) return;
    seen.add(text);
    write(`Warning: ${text}`);
  };
}

/**
 * Parses `Warning` headers, and returns the messages with the code 299 (RFC 7234, section 5.5). A
 * header can contain several warnings; a malformed warning ends the parsing of its header. Source:
 * ParseWarningHeaders of k8s.io/apimachinery/pkg/util/net.
 */
export function warningTexts(lines: readonly string[]): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    for (let rest = line.trim(); rest !== "";) {
      const warning = firstWarning(rest);
      if (warning === undefined) break;
      if (warning.code === "299") texts.push(warning.text);
      rest = warning.rest;
    }
  }
  return texts;
}

interface ParsedWarning {
  readonly code: string;
  readonly text: string;
  /** The part of the header after this warning. */
  readonly rest: string;
}

/** Matches one warning: code, agent, quoted text, and an optional quoted date. */
const warningPattern = /^(\d{3}) ([^ ]+) "((?:[^"\\]|\\[^])*)"\s*(?:"[^"]*")?\s*(?:$|,\s*)/;
const controlCharacter = /\p{Cc}/u;

function firstWarning(line: string): ParsedWarning | undefined {
  const match = warningPattern.exec(line);
  if (match === null) return undefined;
  const [whole, code = "", agent = "", quoted = ""] = match;
  const text = quoted.replace(/\\([^])/g, "$1");
  if (controlCharacter.test(agent) || controlCharacter.test(text)) return undefined;
  return { code, text, rest: line.slice(whole.length) };
}
