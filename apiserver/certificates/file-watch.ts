import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * Time between the first event and the callback, in milliseconds, because a certificate and its key
 * are two files.
 */
const settling = 100;
/**
 * Interval of additional callbacks in milliseconds, because some file systems do not send events.
 */
const pollInterval = 60_000;

/**
 * Calls back when one of the files may have changed. Also covers files that are replaced through a
 * symbolic link, as in the mounted secrets of Kubernetes. Returns a function that stops it.
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
        // The files of a mounted secret are links that never change; the link `..data` changes.
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
    // After an error only the poll remains.
    return watcher.on("error", () => undefined);
  } catch {
    return undefined;
  }
}
