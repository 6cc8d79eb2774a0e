import { resolve } from "node:path";
import type { ServerOptions } from "../options/server-options.js";
import type { ServerDefinition } from "./definition.js";

/** What a person at a terminal may try next: lines to copy, from any folder. */
export function welcome({ groups, tryNext }: ServerDefinition, options: ServerOptions): string {
  const { writeKubeconfig, storageBackend, dataDir } = options;
  const { lines, note } = tryNext?.(options) ?? { lines: groups.map(({ storageVersion }) => `kubectl api-resources --api-group=${storageVersion.group}`) };
  return [
    "",
    "Try in another terminal:",
    "",
    ...[`export KUBECONFIG=${shellWord(resolve(writeKubeconfig))}`, ...lines].map((line) => `  ${line}`),
    "",
    ...(note === undefined ? [] : [note]),
    storageBackend === "memory"
      ? "Objects are kept in memory: they are gone when the server stops."
      : `Objects are kept in ${resolve(dataDir)}: the next start goes on with them; delete the folder to begin anew.`,
    "Ctrl-C stops the server.",
  ].join("\n");
}

/** A text as one word of a POSIX shell, quoted where it must be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
