import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file to be laid out; one that exists already belongs to its author and stays. */
export interface NewFile {
  /** Relative to the project's root. */
  readonly path: string;
  readonly text: string;
}

/** @returns what was done with each file, for people: `created apis/…`, `exists  apis/…` */
export function layOut(root: string, files: readonly NewFile[]): string[] {
  return files.map(({ path, text }) => {
    const file = join(root, path);
    if (existsSync(file)) return `exists  ${path}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    return `created ${path}`;
  });
}
