import { dirname, join } from "node:path";
import { isAnswer, recordAnswers, type Ask, type DiskAnswer } from "../../engine/base/ask.js";
import type { Contents } from "../../engine/incremental/contents.js";
import { WatchWorkspace } from "../../engine/incremental/watch-workspace.js";
import type { ResolvedProject } from "../../engine/config/project.js";
import { Watcher, type IsQuiet } from "../../engine/incremental/watcher.js";
import { isBelow } from "../../engine/util/is-below.js";
import { exit, type ExitCode } from "./exit.js";
import { endedBy } from "./failure.js";
import {
  generateOnce,
  readGivenProject,
  storeRun,
  type Finished,
  type GenerateOptions,
  type StoredRun,
} from "./generate.js";
import { nextInterrupt } from "./interrupt.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs `codegen --watch`: once at the start, and again after every relevant change, until Ctrl-C.
 */
export async function runWatch(
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const interrupted = nextInterrupt();
  const watcher = new Watcher();
  const workspace = new WatchWorkspace();
  let last: StoredRun | undefined;
  try {
    for (let first = true; ; first = false) {
      const { ask, answers } = recordAnswers();
      const { resolved, finished } = await runSafely(paths, options, terminal, { ask, workspace });
      const { fingerprint } = finished;
      // A run that ended early has no fingerprint, and depends on everything that it has read.
      const read = workspace.endRun();
      const contents = fingerprint ?? read;
      last = resolved === undefined ? undefined : { paths, options, resolved, answers, finished };
      if (first && finished.code === exit.usage) return exit.usage;
      watcher.watch(foldersOf(resolved, contents, answers, terminal.cwd));
      if (first) terminal.out("watching; Ctrl-C ends\n");
      // Reports whether everything on which the run depends is unchanged.
      const isSame = (isQuiet?: IsQuiet): boolean =>
        answers.every(isAnswer) &&
        (resolved?.kind !== "project" || workspace.isCurrent(resolved.project.root, contents, isQuiet));
      // Checks for files that changed during the run, before the watcher started to watch their
      // folders.
      let changed = fingerprint !== undefined && !isSame();
      while (!changed) {
        const same = await Promise.race([watcher.next(isSame), interrupted]);
        if (same === "interrupted") return exit.done;
        changed = !same;
      }
    }
  } finally {
    watcher.close();
    if (last !== undefined) storeRun(last, terminal);
  }
}

/**
 * Runs once. Reports an exception and continues to watch, because the next change may remove the
 * cause. `resolved` is undefined if the configuration could not be read.
 */
async function runSafely(
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
  { ask, workspace }: { readonly ask: Ask; readonly workspace: WatchWorkspace },
): Promise<{ readonly resolved: ResolvedProject | undefined; readonly finished: Finished }> {
  let resolved: ResolvedProject | undefined;
  try {
    resolved = await readGivenProject(paths, options, terminal, ask);
    return { resolved, finished: await generateOnce(resolved, options, terminal, workspace) };
  } catch (error) {
    return { resolved, finished: { code: await endedBy(error, terminal, process.argv.slice(2)) } };
  }
}

/**
 * Returns the folders whose changes can change the result of a run: those of the files that the run
 * has read, and those of the configuration.
 */
function foldersOf(
  resolved: ResolvedProject | undefined,
  { texts, folders }: Contents,
  answers: readonly DiskAnswer[],
  cwd: string,
): string[] {
  const root =
    resolved?.kind === "project" ? resolved.project.root : resolved?.kind === "problems" ? resolved.root : cwd;
  const header = resolved?.kind === "project" ? resolved.project.headerFile : undefined;
  const read = [...folders.keys(), ...[...texts.keys()].map((path) => dirname(path))];
  const asked = answers
    .map(([question, path]) => (question === "folders" ? path : dirname(path)))
    .filter((folder) => isBelow(root, folder));
  return [
    ...new Set([
      root,
      cwd,
      ...(header === undefined ? [] : [dirname(header)]),
      ...read.map((folder) => join(root, folder)),
      ...asked,
    ]),
  ];
}
