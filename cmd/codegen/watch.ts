import { dirname, join } from "node:path";
import { isAnswer, recordAnswers } from "../../engine/base/ask.js";
import type { RunFingerprint } from "../../engine/incremental/run-fingerprint.js";
import { WatchWorkspace } from "../../engine/incremental/watch-workspace.js";
import type { ResolvedProject } from "../../engine/config/project.js";
import { Watcher, type IsQuiet } from "../../engine/incremental/watcher.js";
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
      const resolved = await readGivenProject(paths, options, terminal, ask);
      const finished = await runSafely(resolved, options, terminal, workspace);
      const { fingerprint } = finished;
      last = { paths, options, resolved, answers, finished };
      workspace.forgetDisk();
      if (first && finished.code === exit.usage) return exit.usage;
      watcher.watch(foldersOf(resolved, fingerprint, terminal.cwd));
      if (first) terminal.out("watching; Ctrl-C ends\n");
      // Reports whether the files are unchanged since the run. Returns false after a run that ended
      // early.
      const isSame = (isQuiet?: IsQuiet): boolean =>
        resolved.kind === "project" &&
        fingerprint !== undefined &&
        answers.every(isAnswer) &&
        workspace.isCurrent(resolved.project.root, fingerprint, isQuiet);
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
 * cause.
 */
async function runSafely(
  resolved: ResolvedProject,
  options: GenerateOptions,
  terminal: Terminal,
  workspace: WatchWorkspace,
): Promise<Finished> {
  try {
    return await generateOnce(resolved, options, terminal, workspace);
  } catch (error) {
    return { code: await endedBy(error, terminal, process.argv.slice(2)) };
  }
}

function foldersOf(resolved: ResolvedProject, fingerprint: RunFingerprint | undefined, cwd: string): string[] {
  const root = resolved.kind === "project" ? resolved.project.root : resolved.kind === "problems" ? resolved.root : cwd;
  const header = resolved.kind === "project" ? resolved.project.headerFile : undefined;
  const configured = resolved.kind === "project" ? resolved.project.folders : [];
  const folders =
    fingerprint === undefined
      ? configured
      : [...fingerprint.folders.keys(), ...[...fingerprint.texts.keys()].map((path) => dirname(path))];
  return [
    ...new Set([
      root,
      cwd,
      ...(header === undefined ? [] : [dirname(header)]),
      ...folders.map((folder) => join(root, folder)),
    ]),
  ];
}

function nextInterrupt(): Promise<"interrupted"> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve("interrupted");
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}
