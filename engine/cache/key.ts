import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../config/project.js";
import { toolFolder, toolVersion } from "../tool.js";
import { digestText } from "./digest.js";

/** What is asked for: a run for other folders or generators has a cache of its own. */
export interface CacheRequest {
  readonly project: Project;
  readonly only: readonly string[] | undefined;
  readonly strict: boolean;
}

/** The cache file's name. */
export function cacheName({ project, only }: CacheRequest): string {
  return `${digestText(JSON.stringify([project.root, project.configFile, project.folders, project.others ?? null, only ?? null])) ?? ""}.json`;
}

/**
 * Stands for everything that is not a file of the project: what differs here makes every answer
 * doubtful.
 */
export function cacheKey(request: CacheRequest): string {
  const { folders, others, partial, warnings, header, settings } = request.project;
  return (
    digestText(
      JSON.stringify([
        folders,
        others ?? null,
        partial ?? false,
        warnings ?? null,
        header ?? null,
        settings,
        request.only ?? null,
        request.strict,
        toolIdentity(),
      ]),
    ) ?? ""
  );
}

let identity: string | undefined;

/**
 * The version, and size and time of each of codegen's own files: whoever develops codegen doesn't
 * raise the version each time.
 */
function toolIdentity(): string {
  identity ??= JSON.stringify([
    toolVersion(),
    ["engine", "generators", "templates"].flatMap((folder) => stamps(join(toolFolder, folder))),
  ]);
  return identity;
}

function stamps(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap((entry) => {
    if (!entry.isFile() || entry.name.endsWith(".d.ts")) return [];
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    return [`${path}:${size}:${mtimeMs}`];
  });
}
