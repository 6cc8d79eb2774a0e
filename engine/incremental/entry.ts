import { isRecord } from "../config/settings.js";
import type { Problem } from "../problem.js";
import type { Digest } from "./digest.js";

/** The inputs of a run and its result, to compare the disk with later. */
export interface RunFingerprint {
  /**
   * Digests by path relative to the root: inputs as they were read, outputs as they were written.
   */
  readonly files: { readonly [path: string]: Digest };
  readonly folders: { readonly [path: string]: Digest };
  /** Versions of the npm packages that a generator asked for. */
  readonly installed: { readonly [npmPackage: string]: string | null };
  /** Warnings and infos, which are reported again. */
  readonly problems: readonly Problem[];
  readonly outputs: readonly {
    readonly path: string;
    readonly generator: string;
    readonly action: "unchanged" | "keep";
  }[];
}

/** The stored result of a completed run. */
export interface CacheEntry extends RunFingerprint {
  /** Hash of the request, the configuration, the header and codegen itself. */
  readonly key: string;
}

/**
 * Returns undefined for text that this version did not write: a damaged cache counts as a missing
 * one.
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
