/** A command of a session, and what it prints. */
export interface SessionCommand {
  /** Of its prompt, from 1. */
  readonly line: number;
  /** For bash. */
  readonly script: string;
  /**
   * `…` for anything in its line, spaces around it included, alone in a line for any lines; `[exit
   * N]` at the end where it fails.
   */
  readonly expected: string;
}

/**
 * Reads a session with a shell as a terminal shows it: `$ ` before a command, `> ` before its
 * further lines, then what it prints. `## ` begins a comment. Empty lines before the next command
 * don't count.
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

/** Whether a command has printed what it should. */
export function isExpected(actual: string, expected: string): boolean {
  const lines = expected
    .split("\n")
    .map((line) => (line === "…" ? "(?:[^]*\n)?" : `${line.split(/ *… */).map(escaped).join("[^\n]*")}\n`));
  return new RegExp(`^${lines.join("")}$`).test(`${normal(actual)}\n`);
}

/** Without the spaces at ends of lines, which editors remove, and empty lines at the end. */
export function normal(output: string): string {
  return output.replace(/[ \t]+$/gm, "").replace(/\n+$/, "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
