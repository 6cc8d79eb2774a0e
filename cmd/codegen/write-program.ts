import { posix } from "node:path";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import { exit, type ExitCode } from "./exit.js";
import { firstCommands, type Needed, type SetUp } from "./init.js";
import { linesOf, writeScaffold, type NewFile } from "./scaffold/files.js";
import type { ContainerFiles } from "./scaffold/server/container.js";
import type { Terminal } from "./terminal.js";

/** A server or a controller program that a command writes into a project. */
export interface ScaffoldedProgram {
  /** The files and changes that set up the project. */
  readonly changes: SetUp;
  readonly files: readonly NewFile[];
  readonly container: ContainerFiles;
  /**
   * Returns the code that a user must add by hand to existing files.
   *
   * @param done a line for each file; existing files have the form `exists  src/main.ts`
   */
  readonly additions: (done: readonly string[]) => readonly string[];
  readonly needed: Needed;
  /** Names of the scripts that the user runs next. */
  readonly scripts: readonly string[];
}

/** Writes the files that do not exist yet, and prints the user's next steps. */
export async function writeProgram(terminal: Terminal, root: string, program: ScaffoldedProgram): Promise<ExitCode> {
  const { changes, container } = program;
  const files = [...program.files, container.file, container.ignore];
  const done = [...changes.lines, ...linesOf(root, { files })];
  await writeScaffold(root, { ...changes, files: [...changes.files, ...files] });
  const missing = program.additions(done);
  const byHand = missing.length === 0 ? "" : `\nThese files were kept. Add to them by hand:\n${missing.join("")}`;
  const next = [...firstCommands(root, program.needed), ...program.scripts.map(packageManagerOf(root).run)];
  const docker =
    container.outside.length === 0 || !done.includes(`created ${container.file.path}`)
      ? ""
      : `\nDocker cannot read packages outside of this folder (${[...new Set(container.outside.map((path) => posix.dirname(path)))].join(", ")}): ${container.file.path} describes the steps before docker build.\n`;
  terminal.out(`${done.join("\n")}\n${byHand}${docker}\nNext:\n${next.map((line) => `  ${line}\n`).join("")}`);
  return exit.done;
}
