import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A file to be created. An existing file is not changed. */
export interface NewFile {
  /** Path relative to the project's root. */
  readonly path: string;
  readonly text: string;
}

/** Creates the files. Returns a line for each: `created apis/…`, `exists  apis/…`. */
export function layOut(root: string, files: readonly NewFile[]): string[] {
  return files.map(({ path, text }) => {
    const file = join(root, path);
    if (existsSync(file)) return `exists  ${path}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    return `created ${path}`;
  });
}
