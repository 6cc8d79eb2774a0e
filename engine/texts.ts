import { posix } from "node:path";
import type { Format } from "./format.js";
import type { Generator } from "./generator.js";
import type { FileSystem } from "./load/file-system.js";
import type { Universe } from "./model/universe.js";
import type { PlannedFile } from "./plan.js";
import { renderer, type Render } from "./render.js";
import { generatedBy, headerText } from "./write/header.js";
import type { FileChange } from "./write/change.js";
import type { Problem } from "./problem.js";

/** A file's text, not yet formatted, beside what is on disk. */
export interface RenderedFile {
  readonly path: string;
  readonly generator: string;
  readonly text: string;
  readonly before?: string;
}

/** Fills the templates and puts the header on top. */
export function renderFiles(fileSystem: FileSystem, universe: Universe, header: string | undefined, files: readonly PlannedFile[]): RenderedFile[] {
  const renderers = new Map<Generator, Render>();
  return files.map(({ generator, file }) => {
    const render = renderers.get(generator) ?? renderer(generator);
    renderers.set(generator, render);
    const before = fileSystem.read(file.path);
    const body = render(file, universe.packages[file.package]?.importEnding ?? ".js");
    const text = `${headerText(generator.name, header, before)}\n${body}`;
    return { path: file.path, generator: generator.name, text, ...(before === undefined ? {} : { before }) };
  });
}

/** Formatted texts as changes to what is on disk. */
export async function formatFiles(files: readonly RenderedFile[], format: Format): Promise<FileChange[]> {
  return Promise.all(
    files.map(async ({ path, generator, text, before }) => {
      const after = (await format(text, path)).replaceAll("\r\n", "\n");
      const action = before === undefined ? "create" : before === after ? "unchanged" : "update";
      return { path, generator, action, after, ...(before === undefined ? {} : { before }) } as const;
    }),
  );
}

/** Files of a person, and folders, that stand where a generated file should. */
export function findObstacles(fileSystem: FileSystem, files: readonly PlannedFile[]): Problem[] {
  return files.flatMap(({ file: { path }, generator: { name: generator } }) => {
    const reason = obstacle(fileSystem, path);
    if (reason === undefined) return [];
    return [
      {
        code: "output/hand-written",
        severity: "error" as const,
        message: `${path} stands where ${generator} writes, and ${reason}`,
        hint: `rename it, or give the output another name: "outputs": { ${JSON.stringify(generator)}: { … } } in codegen.config.json`,
        position: { file: path, line: 1, column: 1 },
      },
    ];
  });
}

function obstacle(fileSystem: FileSystem, path: string): string | undefined {
  const entry = fileSystem.list(posix.dirname(path))?.find(({ name }) => name === posix.basename(path));
  if (entry === undefined) return undefined;
  if (entry.folder) return "it is a folder";
  const before = fileSystem.read(path) ?? "";
  return before.trim() === "" || generatedBy(before) !== undefined ? undefined : "it was not written by codegen";
}
