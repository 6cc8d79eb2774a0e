import { dirname, join } from "node:path";
import { isCurrent } from "../../engine/incremental/cache.js";
import type { RunFingerprint } from "../../engine/incremental/entry.js";
import { createWatchState, type WatchState } from "../../engine/incremental/watch-state.js";
import type { ResolvedProject } from "../../engine/config/project.js";
import { createWatcher } from "../../engine/incremental/watcher.js";
import { reportBug } from "./bug.js";
import { exit, type ExitCode } from "./exit.js";
import { generateOnce, resolve, type GenerateOptions } from "./generate.js";
import type { Terminal } from "./terminal.js";

/** Runs once, and again after every relevant change, until Ctrl-C. */
export async function watch(paths: readonly string[], options: GenerateOptions, terminal: Terminal): Promise<ExitCode> {
  const interrupted = nextInterrupt();
  const watcher = createWatcher();
  const memory = createWatchState();
  try {
    for (let first = true; ; first = false) {
      const resolved = await resolve(paths, options, terminal);
      const ran = await runSafely(resolved, options, terminal, memory);
      memory.looked = undefined;
      if (first && ran.code === exit.usage) return exit.usage;
      watcher.watch(foldersOf(resolved, ran.fingerprint, terminal.cwd));
      if (first) terminal.out("watching; Ctrl-C ends\n");
      // A file may have changed during the run, before it was watched.
      let changed =
        ran.fingerprint !== undefined && !(await isSame(resolved, ran.fingerprint, memory, paths, options, terminal));
      while (!changed) {
        const { fingerprint } = ran;
        const same = await Promise.race([
          watcher.next(
            () => fingerprint !== undefined && isSame(resolved, fingerprint, memory, paths, options, terminal),
          ),
          interrupted,
        ]);
        if (same === "interrupted") return exit.done;
        changed = !same;
      }
    }
  } finally {
    watcher.close();
  }
}

/**
 * Runs once. An exception is reported and does not end the watch, since the next change can avoid
 * the bug.
 */
async function runSafely(
  resolved: ResolvedProject,
  options: GenerateOptions,
  terminal: Terminal,
  memory: WatchState,
): Promise<{ code: ExitCode; fingerprint?: RunFingerprint }> {
  try {
    return await generateOnce(resolved, options, terminal, memory);
  } catch (error) {
    reportBug(terminal, error, process.argv.slice(2));
    return { code: exit.bug };
  }
}

/**
 * Reports whether the configuration and all files of the last run are unchanged, apart from the
 * run's own writes.
 */
async function isSame(
  before: ResolvedProject,
  fingerprint: RunFingerprint,
  memory: WatchState,
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
): Promise<boolean> {
  const now = await resolve(paths, options, terminal);
  return (
    JSON.stringify(now) === JSON.stringify(before) &&
    now.kind === "project" &&
    isCurrent(now.project.root, fingerprint, memory)
  );
}

function foldersOf(resolved: ResolvedProject, fingerprint: RunFingerprint | undefined, cwd: string): string[] {
  const root = resolved.kind === "project" ? resolved.project.root : resolved.kind === "problems" ? resolved.root : cwd;
  const header = resolved.kind === "project" ? resolved.project.headerFile : undefined;
  const folders =
    fingerprint === undefined
      ? configured(resolved)
      : [...Object.keys(fingerprint.folders), ...Object.keys(fingerprint.files).map((path) => dirname(path))];
  return [
    ...new Set([
      root,
      cwd,
      ...(header === undefined ? [] : [dirname(header)]),
      ...folders.map((folder) => join(root, folder)),
    ]),
  ];
}

function configured(resolved: ResolvedProject): readonly string[] {
  return resolved.kind === "project" ? resolved.project.folders : [];
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
