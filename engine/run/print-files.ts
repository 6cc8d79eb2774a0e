import { availableParallelism } from "node:os";
import { limited, type FormatFile } from "../base/format.js";
import { asGenerator, GeneratorFailure } from "../plan/generator-failure.js";
import type { FilePlan, Generator } from "../plan/generator.js";
import { once } from "../util/once.js";
import type { FileSystem } from "../base/file-system.js";
import type { RunWorkspace } from "../incremental/workspace.js";
import type { Universe } from "../model/universe.js";
import type { PlannedFile } from "../plan/plan.js";
import { renderer, type Render } from "../print/render.js";
import { headerText, manifestHeader, pageHeader } from "../write/header.js";
import { changeTo, type FileChange } from "../base/change.js";
import { folderOnPage } from "../write/pages-folder.js";

export interface PrintRequest {
  readonly fileSystem: FileSystem;
  readonly universe: Universe;
  readonly header: string | undefined;
  readonly workspace: Pick<RunWorkspace, "memo" | "printed">;
  readonly format: FormatFile;
}

/**
 * Fills the templates, adds the headers and formats the results. The formatter works on other
 * threads while the next file is filled. If the plan of a file has not changed since an earlier
 * run, the text of the file is reused.
 * @returns the changes in the order of `files`; each promise is fulfilled when the file is
 * formatted
 */
export async function printFiles(
  request: PrintRequest,
  files: readonly PlannedFile[],
): Promise<{ readonly printing: readonly Promise<FileChange>[] }> {
  const printing: Promise<FileChange>[] = [];
  // Limits how many files are formatted at the same time, because the formatter needs many times
  // the size of each file, which determines the peak memory of a run. More files than processors
  // save no time.
  const { format, mayBegin } = limited(request.format, availableParallelism());
  const rendererOf = once((generator: Generator) =>
    request.workspace.memo("templates", generator.name, [generator], () => renderer(generator)),
  );
  for (const planned of files) {
    await mayBegin();
    const file = printFile({ ...request, format }, planned, rendererOf);
    // The caller awaits all files and handles the first failure. This handler prevents that further
    // failures become unhandled rejections.
    file.catch(() => undefined);
    printing.push(file);
  }
  return { printing };
}

async function printFile(
  { fileSystem, universe, header, workspace, format }: PrintRequest,
  { generator, file }: PlannedFile,
  rendererOf: (generator: Generator) => Render,
): Promise<FileChange> {
  const { path } = file;
  const before = fileSystem.read(path);
  const ending = universe.packages[file.package]?.importEnding ?? ".js";
  const top = headerOf(generator, file, header, before);
  const after = await workspace.printed({ generator, ending, top, file, before }, async () => {
    const body = asGenerator(generator, () => rendererOf(generator)(file, ending), path);
    if (path.endsWith(".yaml")) return `${top}${body}`;
    if (path.endsWith(".proto")) return `${top}\n${body.trimEnd()}\n`;
    const formatted = await format(`${top}\n${body}`, path).catch((error: unknown) => {
      throw new GeneratorFailure(generator, error, path);
    });
    return formatted.replaceAll("\r\n", "\n");
  });
  return changeTo({ path, generator: generator.name }, before, after);
}

/** Returns the first lines of a file, which identify it as generated. */
function headerOf(
  generator: Generator,
  file: FilePlan,
  header: string | undefined,
  before: string | undefined,
): string {
  const { path } = file;
  if (path.endsWith(".yaml")) return manifestHeader(generator.name);
  if (path.endsWith(".md")) return pageHeader(generator.name, folderOnPage(path, file.package));
  const isPage = file.isPage === true && !path.endsWith(".proto");
  return headerText(generator.name, header, before, isPage ? folderOnPage(path, file.package) : undefined);
}
