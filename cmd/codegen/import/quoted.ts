/** Returns a text in double quotes, as the arguments of a marker have it: `"Ready"`. */
export function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, "\\$&").replace(/\r?\n/g, "\\n").replaceAll("\t", "\\t");
  return `"${escaped}"`;
}
