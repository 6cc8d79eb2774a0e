import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../config/project.js";
import { toolFolder, toolVersion } from "../base/tool-version.js";
import { filesBelow } from "../util/files-below.js";
import { digestString } from "./digest.js";

/**
 * The request whose result a cache stores. Each combination of folders and generators has a
 * separate cache.
 */
export interface CacheRequest {
  readonly project: Project;
  readonly only: readonly string[] | undefined;
  readonly strict: boolean;
}

/** Returns the name of the cache file. */
export function cacheName({ project, only }: CacheRequest): string {
  return `${digestString(JSON.stringify([project.root, project.configFile, project.folders, project.others ?? null, only ?? null])) ?? ""}.json`;
}

/**
 * Returns a hash of all input that is not a file of the project. A cache with another key is not
 * used.
 */
export function cacheKey(request: CacheRequest): string {
  const { folders, others, partial, warnings, header, settings } = request.project;
  return (
    digestString(
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
 * Returns the version of codegen, and the sizes and modification times of its files. During
 * development, the files change while the version stays the same.
 */
export function toolIdentity(): string {
  identity ??= JSON.stringify([toolVersion(), toolFiles()]);
  return identity;
}

/**
 * Returns the path, size and modification time of codegen's own files. For the bundle, a few files
 * suffice, because each build writes all files of the bundle again.
 */
function toolFiles(): readonly string[] {
  const bundled = join(toolFolder, "cmd/codegen/main.cjs");
  if (existsSync(bundled)) {
    const scripts = readdirSync(toolFolder).filter((name) => name.endsWith(".js"));
    return [bundled, ...scripts.map((name) => join(toolFolder, name))].map(stamp);
  }
  return ["cmd", "engine", "generators", "templates"].flatMap((folder) => stamps(join(toolFolder, folder)));
}

/**
 * Returns path, size and modification time of each file in a folder; an empty list if the folder
 * does not exist.
 */
function stamps(folder: string): string[] {
  return existsSync(folder)
    ? filesBelow(folder)
        .filter((path) => !/\.(d\.ts|map)$/.test(path))
        .map(stamp)
    : [];
}

function stamp(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path}:${size}:${mtimeMs}`;
}
