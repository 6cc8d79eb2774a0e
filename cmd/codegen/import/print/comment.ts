const width = 96;

/**
 * Returns the lines of a comment: a description, and markers below it. The first marker that
 * contains the end of a block comment, and all markers after it, have `//` lines. Returns no lines
 * without both.
 */
export function commentLines(description: string, markers: readonly string[]): readonly string[] {
  const first = markers.findIndex((marker) => marker.includes("*/"));
  const end = first < 0 ? markers.length : first;
  const prose = proseLines(description);
  const stated = markers.slice(0, end);
  const inside = [...prose, ...(prose.length > 1 && stated.length > 0 ? [""] : []), ...stated];
  const block =
    inside.length === 0
      ? []
      : inside.length === 1
        ? [`/** ${inside[0] ?? ""} */`]
        : ["/**", ...inside.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
  return [...block, ...markers.slice(end).map((marker) => `// ${marker}`)];
}

/**
 * Returns a description as lines of at most 96 characters. The text stays the same, except for its
 * breaks, and for characters that begin a marker or a tag or end a comment.
 */
function proseLines(description: string): readonly string[] {
  const text = description
    .replace(/[\u2028\u2029\r]/g, " ")
    .replaceAll("*/", "*\\/")
    .trimEnd();
  if (text === "") return [];
  const lines = text
    .replace(/^\n+/, "")
    // A line that begins with TODO is not part of a description.
    .replace(/(\S)\n(?=TODO)/g, "$1 ")
    .split("\n")
    .flatMap(wrapped)
    .map(harmless);
  const fences = lines.filter((line) => /^\s*(```|~~~)/.test(line));
  return fences.length % 2 === 0 ? lines : [...lines, "```"];
}

/** A line that begins with a blank is code or part of a list, and is not wrapped. */
function wrapped(line: string): readonly string[] {
  const text = line.trimEnd();
  if (/^\s/.test(text)) return [text];
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    const isLong = current.length + 1 + word.length > width;
    // A line that begins with one of these characters has another meaning.
    if (current === "" || !isLong || /^([-+@*`~]|TODO)/.test(word)) current += (current === "" ? "" : " ") + word;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

/** Returns a line that is not read as a marker, as a tag, or as the end of the description. */
function harmless(line: string): string {
  if (/^\s*([+@]\S|TODO)/.test(line)) return line.replace(/[+@T]/, "\\$&");
  if (line.trim() === "---") return "- - -";
  return line;
}
