import { fencedBlocks } from "./fenced-blocks.js";

/** What a reader of a page does, in order. */
export type Step =
  | { readonly kind: "write"; readonly line: number; readonly path: string; readonly text: string }
  | {
      readonly kind: "run";
      readonly line: number;
      readonly script: string;
      readonly fails: boolean;
      readonly prints: readonly string[];
    }
  /** Runs on in a terminal of its own; what ran there before is stopped. */
  | { readonly kind: "serve"; readonly line: number; readonly script: string; readonly prints: readonly string[] };

/** Needs no doing, or was done: what the tests have installed, and folders of the reader's own. */
const done = /^(npm (i|install|pack) |mkdir |cd |git |export )/;

/**
 * The steps of a page. A block that starts with a comment of a path is a file; `sh` is run, and
 * exits with an error where it says `sh fails`, or runs on where it says `sh serves`; the `text`
 * below it is what it prints, among other lines, `…` for anything.
 */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const { line, info, text } of fencedBlocks(markdown)) {
    const path = /^\/\/ ([\w./-]+\.(ts|json))\n/.exec(text);
    const last = steps[steps.length - 1];
    if (path?.[1] !== undefined) {
      steps.push({ kind: "write", line, path: path[1], text });
    } else if (info[0] === "sh") {
      const script = text
        .split("\n")
        .filter((command) => command !== "" && !done.test(command))
        .join("\n");
      if (info[1] === "serves") steps.push({ kind: "serve", line, script: script.trim(), prints: [] });
      else if (script !== "") steps.push({ kind: "run", line, script, fails: info[1] === "fails", prints: [] });
    } else if (info[0] === "text" && last !== undefined && last.kind !== "write") {
      steps[steps.length - 1] = { ...last, prints: text.split("\n").filter((printed) => printed.trim() !== "") };
    }
  }
  return steps;
}

/**
 * A line of a page as a pattern. Columns are as wide as what is in them, which may be a time that
 * has passed: `9s`, `12s`.
 */
export function patternOf(line: string): RegExp {
  const parts = line.trim().split("…");
  return new RegExp(
    parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ {2,}/g, " +")).join(".*"),
  );
}
