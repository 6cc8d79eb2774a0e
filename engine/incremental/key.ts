import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../config/project.js";
import { toolFolder, toolVersion } from "../tool-version.js";
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
    // The published package has joined files beside these folders.
    stamps(toolFolder, false),
    ["engine", "generators", "templates"].map((folder) => join(toolFolder, folder)).flatMap((folder) => stamps(folder)),
  ]);
  return identity;
}

/** Returns path, size and time of the files in a folder; none if the folder does not exist. */
function stamps(folder: string, recursive = true): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true, recursive });
  return entries.flatMap((entry) => {
    if (!entry.isFile() || /\.(d\.ts|map)$/.test(entry.name)) return [];
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    return [`${path}:${size}:${mtimeMs}`];
  });
}
