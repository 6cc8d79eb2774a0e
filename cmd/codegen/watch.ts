import { dirname, join } from "node:path";
import type { RunFingerprint } from "../../engine/incremental/entry.js";
import { WatchWorkspace } from "../../engine/incremental/watch-workspace.js";
import type { ResolvedProject } from "../../engine/config/project.js";
import { Watcher } from "../../engine/incremental/watcher.js";
import { reportBug } from "./bug.js";
import { exit, type ExitCode } from "./exit.js";
import { generateOnce, readGivenProject, type GenerateOptions } from "./generate.js";
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
  try {
    for (let first = true; ; first = false) {
      const resolved = await readGivenProject(paths, options, terminal);
      const ran = await runSafely(resolved, options, terminal, workspace);
      workspace.forgetDisk();
      if (first && ran.code === exit.usage) return exit.usage;
      watcher.watch(foldersOf(resolved, ran.fingerprint, terminal.cwd));
      if (first) terminal.out("watching; Ctrl-C ends\n");
      // A file may have changed during the run, before the watcher started to watch its folder.
      let changed =
        ran.fingerprint !== undefined &&
        !(await isSame(resolved, ran.fingerprint, workspace, paths, options, terminal));
      while (!changed) {
        const { fingerprint } = ran;
        const same = await Promise.race([
          watcher.next(
            () => fingerprint !== undefined && isSame(resolved, fingerprint, workspace, paths, options, terminal),
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
 * Runs once. An exception is reported but does not end the watch, because it may not occur again
 * after the next change.
 */
async function runSafely(
  resolved: ResolvedProject,
  options: GenerateOptions,
  terminal: Terminal,
  workspace: WatchWorkspace,
): Promise<{ code: ExitCode; fingerprint?: RunFingerprint }> {
  try {
    return await generateOnce(resolved, options, terminal, workspace);
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
  workspace: WatchWorkspace,
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
): Promise<boolean> {
  const now = await readGivenProject(paths, options, terminal);
  return (
    JSON.stringify(now) === JSON.stringify(before) &&
    now.kind === "project" &&
    workspace.isCurrent(now.project.root, fingerprint)
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
