import { watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";

/**
 * How long a change is given to be complete, in milliseconds: a certificate and its key are two
 * files.
 */
const settling = 100;
/** Some file systems tell nothing: files are looked at anyway, so often in milliseconds. */
const pollInterval = 60_000;

/**
 * Calls back when one of the files may have changed; also for files that are swapped by a symbolic
 * link beside them, as Kubernetes' mounted secrets are. @returns what ends it
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
        // A mounted secret's files stay links; what changes is `..data`.
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
    // From then on there is the poll.
    return watcher.on("error", () => undefined);
  } catch {
    return undefined;
  }
}
