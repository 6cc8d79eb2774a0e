import { fencedBlocks } from "./fenced-blocks.js";

/** A step of a page, that is, an action of the reader. */
export type Step =
  | { readonly kind: "write"; readonly line: number; readonly path: string; readonly text: string }
  /** A declaration that replaces the declaration of the same name in a file. */
  | {
      readonly kind: "replace";
      readonly line: number;
      readonly path: string;
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly kind: "run";
      readonly line: number;
      readonly script: string;
      readonly fails: boolean;
      readonly prints: readonly string[];
    }
  /** A command that keeps running in the second terminal. A new command stops the previous one. */
  | { readonly kind: "serve"; readonly line: number; readonly script: string; readonly prints: readonly string[] }
  /** Lines that the command in the second terminal prints after the last change of a file. */
  | { readonly kind: "wait"; readonly line: number; readonly prints: readonly string[] };

/**
 * Pattern of commands that the tests skip, because their effects already exist: installed packages
 * and the project's folder.
 */
const done = /^(make |npm (i|install|pack) |mkdir |cd |git |export )/;

/**
 * Returns the steps of a page.
 *
 * - A block whose first line is a comment with a path is a file to write. If the name of a
 * declaration follows the path, the block replaces only this declaration of the file.
 * - A block with the fence `sh` is a script to run. A script with `sh fails` must fail. A script
 * with `sh serves` keeps running.
 * - A `text` block after a script contains lines that the script must print; `…` matches any text.
 * A `text serves` block contains lines of the script that keeps running.
 */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const { line, info, text } of fencedBlocks(markdown)) {
    const [header, path, name] = /^(?:\/\/|#) ([\w./-]+\.(?:ts|json|py|go|java|yaml))(?:: (\w+))?\n/.exec(text) ?? [];
    const last = steps[steps.length - 1];
    const prints = text.split("\n").filter((printed) => printed.trim() !== "");
    if (path !== undefined && name !== undefined) {
      steps.push({ kind: "replace", line, path, name, text: text.slice(header?.length) });
    } else if (path !== undefined) {
      steps.push({ kind: "write", line, path, text });
    } else if (info[0] === "sh") {
      const script = text
        .split("\n")
        .filter((command) => command !== "" && !done.test(command))
        .join("\n");
      if (info[1] === "serves") steps.push({ kind: "serve", line, script: script.trim(), prints: [] });
      else if (script !== "") steps.push({ kind: "run", line, script, fails: info[1] === "fails", prints: [] });
    } else if (info[0] === "text" && info[1] === "serves") {
      steps.push({ kind: "wait", line, prints });
    } else if (info[0] === "text" && last !== undefined && "prints" in last) {
      steps[steps.length - 1] = { ...last, prints };
    }
  }
  return steps;
}

/**
 * Replaces the exported declaration of a name in a source, with the comment before it.
 * @throws Error if the source does not have the declaration
 */
export function replaceDeclaration(source: string, name: string, text: string): string {
  const declaration = new RegExp(
    String.raw`^(?:/\*\*(?:(?!\*/)[^])*\*/\n)?export (?:interface|function|const) ${name}\b[^]*?^\}.*\n`,
    "m",
  );
  if (!declaration.test(source)) throw new Error(`no declaration of ${name} in:\n${source}`);
  return source.replace(declaration, () => text);
}

/**
 * Returns a pattern that matches a printed line. `…` matches any text. Two or more spaces match any
 * number of spaces, because the width of a column depends on its contents, such as an age of `9s`
 * or `12s`.
 */
export function patternOf(line: string): RegExp {
  const parts = line.trim().split("…");
  return new RegExp(
    parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ {2,}/g, " +")).join(".*"),
  );
}
