import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export const root = new URL("../../", import.meta.url).pathname;

/**
 * The TypeScript files of the project, git's view of them: tracked, or new and not ignored. Golden
 * trees are data and left out.
 */
export function sourceFiles(): string[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter(
      (path) =>
        path !== "" && !/^(test\/golden\/.*\/(input|expected)|docs\/.*)\//.test(path) && existsSync(root + path),
    );
}

export function isGenerated(path: string): boolean {
  return /(^|\/)zz_generated\./.test(path);
}

export function read(path: string): string {
  return readFileSync(root + path, "utf8");
}

/** The specifiers that a file imports or re-exports from, types included. */
export function importsOf(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?["']([^"']+)["']|import\(["']([^"']+)["']\)/g,
  )) {
    found.push((match[1] ?? match[2]) as string);
  }
  return found;
}
