import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export const repository = new URL("../", import.meta.url).pathname;

/**
 * A compiled program of this repository, for tests that need a process. `make build` compiles it.
 */
export interface Program {
  /** The file that Node starts. */
  readonly main: string;
  /**
   * A file that each build writes again. Its modification time is therefore the time of the last
   * build.
   */
  readonly written: string;
  /** Folders with the sources of the program. */
  readonly sources: readonly string[];
}

/** The programs of which this process has compared the sources with the build. */
const current = new Map<string, string>();

/**
 * Returns the path of a compiled program, for tests that need a process.
 * @throws Error if the program is not built, or if a source is newer than the build
 */
export function builtProgram(program: Program): string {
  const path = current.get(program.main) ?? checked(program);
  current.set(program.main, path);
  return path;
}

function checked({ main, written, sources }: Program): string {
  const path = join(repository, main);
  if (!existsSync(path)) throw new Error(`${main} is not built: run \`make build\` first`);
  const builtAt = statSync(join(repository, written)).mtimeMs;
  const newer = sources.flatMap(filesIn).find((file) => statSync(join(repository, file)).mtimeMs > builtAt);
  if (newer !== undefined) throw new Error(`${newer} is newer than ${main}: run \`make build\` first`);
  return path;
}

/**
 * Returns the paths of the files in a folder from which a program is built, relative to the
 * repository.
 */
function filesIn(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(dist|node_modules)$/.test(entry.name) ? [] : filesIn(path);
    return /\.(ts|hbs)$/.test(path) && !/\.(test|d)\.ts$/.test(path) ? [path] : [];
  });
}
