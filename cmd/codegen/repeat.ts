import { readCache } from "../../engine/incremental/cache.js";
import type { CacheRequest } from "../../engine/incremental/key.js";
import type { GenerateOptions } from "./generate.js";
import { printReport } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/**
 * Prints the stored result of the last run with the same command line, if nothing has changed since
 * that run. Loads neither the configuration nor the generators.
 *
 * @returns true if nothing has changed
 */
export async function repeatRun(
  paths: readonly string[],
  options: GenerateOptions,
  terminal: Terminal,
): Promise<boolean> {
  const cached = readCache(cacheRequest(paths, options, terminal));
  if (cached === undefined) return false;
  const { root, problems, changes } = cached;
  const stages = [{ name: "cache", ms: Math.round(process.uptime() * 10_000) / 10 }];
  const { format, stats, verbose } = options;
  await printReport(
    { problems, changes, stages },
    { terminal, root, format, mode: "write", failed: false, stats, verbose },
  );
  return true;
}

/** Returns the command-line options on which the result of a run depends. */
export function cacheRequest(
  paths: readonly string[],
  { config, header, only, reportFilename, strict }: GenerateOptions,
  { cwd }: Terminal,
): CacheRequest {
  return { cwd, paths, config, header, only, reportFilename, strict };
}
