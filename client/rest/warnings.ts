/** Hears what a server says beside its answer: that a version is deprecated, that a field is unknown. */
export type WarningHandler = (text: string) => void;

/** Writes each text once. */
export function warnOnce(write: (line: string) => void): WarningHandler {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text)) return;
    seen.add(text);
    write(`Warning: ${text}`);
  };
}

/** The texts of `Warning` headers with code 299 (RFC 7234, section 5.5), however many stand in a line. Others are left out. */
export function warningTexts(header: string): string[] {
  const texts: string[] = [];
  const pattern = /(\d{3}) \S+ "((?:[^"\\]|\\.)*)"/g;
  for (const [, code, quoted = ""] of header.matchAll(pattern)) {
    if (code === "299") texts.push(quoted.replace(/\\(.)/g, "$1"));
  }
  return texts;
}
