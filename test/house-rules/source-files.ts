import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export const root = new URL("../../", import.meta.url).pathname;

/**
 * Returns the TypeScript files of the project that git tracks, and new files that it does not
 * ignore. Golden inputs and outputs, and the programs in docs/, are excluded.
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
  return /(^|\/)zz_generated\.|(^|\/)generated\/clientset\//.test(path);
}

export function read(path: string): string {
  return readFileSync(root + path, "utf8");
}

/** Returns the specifiers that a file imports or re-exports from, including types. */
export function importsOf(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?["']([^"']+)["']|import\(["']([^"']+)["']\)/g,
  )) {
    found.push((match[1] ?? match[2]) as string);
  }
  return found;
}
