import { isRecord } from "../util/is-record.js";
import type { Problem } from "../base/problem.js";
import type { Digest } from "./digest.js";

/** The inputs and the result of a run. A later run compares them with the disk. */
export interface RunFingerprint {
  /**
   * Digests by path relative to the root: digests of inputs when they were read, and of outputs
   * when they were written.
   */
  readonly files: { readonly [path: string]: Digest };
  readonly folders: { readonly [path: string]: Digest };
  /**
   * Installed versions by npm package, for the packages whose version the run has looked up; null
   * for a package that is not installed.
   */
  readonly installed: { readonly [npmPackage: string]: string | null };
  /** Warnings and infos of the run. A later run without changes reports them again. */
  readonly problems: readonly Problem[];
  readonly outputs: readonly {
    readonly path: string;
    readonly generator: string;
    readonly action: "unchanged" | "keep";
  }[];
}

/** The result of a completed run, as the cache stores it. */
export interface CacheEntry extends RunFingerprint {
  /** Hash of the request, the configuration, the header and codegen itself. */
  readonly key: string;
}

/**
 * Decodes an entry. Returns undefined for a text that this version did not write, so a damaged
 * cache has the same effect as a missing one.
 */
export function parseEntry(text: string): CacheEntry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isEntry(value) ? value : undefined;
}

function isEntry(value: unknown): value is CacheEntry {
  return (
    isRecord(value) &&
    typeof value["key"] === "string" &&
    isRecord(value["files"]) &&
    isRecord(value["folders"]) &&
    isRecord(value["installed"]) &&
    Array.isArray(value["problems"]) &&
    value["problems"].every(
      (problem) => isRecord(problem) && isRecord(problem["position"]) && typeof problem["message"] === "string",
    ) &&
    Array.isArray(value["outputs"]) &&
    value["outputs"].every(
      (output) => isRecord(output) && typeof output["path"] === "string" && typeof output["generator"] === "string",
    )
  );
}
