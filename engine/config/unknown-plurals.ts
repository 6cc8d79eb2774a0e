import type { FileSystem } from "../load/discover/file-system.js";
import type { Universe } from "../model/universe.js";
import type { Problem } from "../problem.js";
import { locate } from "./locate.js";
import type { Project } from "./project.js";
import type { Fault } from "./settings.js";
import { suggest } from "./suggest.js";

/**
 * Reports configured plurals for kinds that no folder declares. Only a run that reads all folders
 * can report them.
 */
export async function unknownPlurals(
  { configFile, settings: { plurals }, partial }: Project,
  universe: Universe,
  otherNames: ReadonlySet<string>,
  disk: FileSystem,
): Promise<readonly Problem[]> {
  if (plurals === undefined || configFile === undefined || partial === true) return [];
  const kinds = new Set([
    ...Object.values(universe.packages).flatMap(({ kind, types }) => (kind === "folder" ? Object.keys(types) : [])),
    ...otherNames,
  ]);
  const faults = Object.keys(plurals).filter((kind) => !kinds.has(kind));
  if (faults.length === 0) return [];
  const text = disk.read(configFile)?.replace(/^\uFEFF/, "") ?? "{}";
  return locate(
    configFile,
    text,
    faults.map((kind) => unknown(kind, kinds, plurals)),
    configFile.endsWith("package.json") ? ["codegen"] : [],
  );
}

function unknown(kind: string, kinds: Iterable<string>, plurals: object): Fault {
  return {
    path: ["plurals", kind],
    at: "key",
    code: "config/unknown-kind",
    severity: "warning",
    message: `the plural of ${kind} has no effect: no folder declares the kind`,
    ...suggest(kind, kinds, plurals),
  };
}
