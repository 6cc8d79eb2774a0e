import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { toolFolder, toolVersion } from "../base/tool-version.js";
import { filesBelow } from "../util/files-below.js";

/**
 * The part of a command line that affects the result of a run, without options that only change the
 * report. Each different value has a separate cache.
 */
export interface CacheRequest {
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly config?: string | undefined;
  readonly header?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly reportFilename?: string | undefined;
  readonly strict?: boolean | undefined;
}

/** Digest of codegen's own files. The bundler replaces this placeholder. */
const ownDigest: string = "digest-of-bundle:";

/**
 * Returns a string of all inputs of a run that are not on the disk of the project: the command
 * line, the user and codegen itself. A cache with another key is not used.
 */
export function cacheKey(request: CacheRequest): string {
  return JSON.stringify([request, process.getuid?.() ?? null, toolIdentity()]);
}

/**
 * Returns a string that changes with the version of Node, the version of codegen, or codegen's
 * files.
 */
export function toolIdentity(): string {
  return JSON.stringify([process.version, toolVersion(), toolFiles()]);
}

let stamps: string | undefined;

/**
 * Returns the digest of codegen's files. During development, when the modules are not bundled,
 * returns their sizes and modification times.
 */
function toolFiles(): string {
  if (!ownDigest.endsWith(":")) return ownDigest;
  stamps ??= ["cmd", "engine", "generators", "templates"]
    .flatMap((folder) => stampsBelow(join(toolFolder, folder)))
    .join("\n");
  return stamps;
}

function stampsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return filesBelow(folder)
    .filter((path) => !/\.(d\.ts|map)$/.test(path))
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${path}:${size}:${mtimeMs}`;
    });
}
