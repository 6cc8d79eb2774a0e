import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * Delay between the last of several file events and the callback, in milliseconds. A certificate
 * and its key are two files that change one after the other, and the callback needs both.
 */
const settling = 100;
/** Interval of additional callbacks, in milliseconds. Some file systems send no events. */
const pollInterval = 60_000;

/**
 * Calls `onChange` when one of the files may have changed. Also detects files that are replaced
 * through a symbolic link, as in mounted Kubernetes secrets. Returns a function that stops the
 * watch.
 */
export function watchFiles(files: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, settling);
  };
  const folders = new Map<string, Set<string>>();
  for (const file of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? new Set()).add(basename(file)));
  const watchers = [...folders].flatMap(
    ([folder, names]) =>
      watchFolder(folder, (name) => {
        // The files of a mounted secret are links that never change. Only their target, the link
        // `..data`, is replaced.
        if (name === null || names.has(name) || name.startsWith("..")) soon();
      }) ?? [],
  );
  const poll = setInterval(onChange, pollInterval).unref();
  return () => {
    clearTimeout(timer);
    clearInterval(poll);
    for (const watcher of watchers) watcher.close();
  };
}

function watchFolder(folder: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      onEvent(name);
    });
    // After an error of the file watcher, only the periodic callbacks remain.
    return watcher.on("error", () => undefined);
  } catch {
    return undefined;
  }
}
