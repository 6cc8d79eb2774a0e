/** A command in a session file, with its expected output. */
export interface SessionCommand {
  /** Number of the line with the prompt. The first line of the file is 1. */
  readonly line: number;
  /** Text of the command, which bash runs. */
  readonly script: string;
  /**
   * Expected output of the command. In a line, `…` matches any text, including the spaces around
   * it. A line that consists of `…` matches any number of lines. `[exit N]` at the end is the exit
   * code of a command that fails.
   */
  readonly expected: string;
}

/**
 * Parses a session file. It has the form of a terminal: `$ ` before a command, `> ` before the
 * further lines of the command, and then the output. A line with `## ` is a comment. Empty lines
 * before the next command are ignored.
 */
export function parseSession(text: string): SessionCommand[] {
  const commands: { line: number; script: string[]; expected: string[] }[] = [];
  text.split("\n").forEach((content, index) => {
    const last = commands.at(-1);
    if (content.startsWith("## ")) return;
    if (content.startsWith("$ ")) commands.push({ line: index + 1, script: [content.slice(2)], expected: [] });
    else if (last !== undefined && last.expected.length === 0 && content.startsWith("> "))
      last.script.push(content.slice(2));
    else if (last !== undefined) last.expected.push(content);
    else if (content !== "") throw new Error(`line ${index + 1}: before the first command`);
  });
  return commands.map(({ line, script, expected }) => ({
    line,
    script: script.join("\n"),
    expected: normal(expected.join("\n")),
  }));
}

/** Reports whether the output of a command matches the expected output. */
export function isExpected(actual: string, expected: string): boolean {
  const lines = expected
    .split("\n")
    .map((line) => (line === "…" ? "(?:[^]*\n)?" : `${line.split(/ *… */).map(escaped).join("[^\n]*")}\n`));
  return new RegExp(`^${lines.join("")}$`).test(`${normal(actual)}\n`);
}

/**
 * Returns a text without empty lines at its end, and without spaces at the ends of lines. Editors
 * remove such spaces.
 */
export function normal(output: string): string {
  return output.replace(/[ \t]+$/gm, "").replace(/\n+$/, "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
