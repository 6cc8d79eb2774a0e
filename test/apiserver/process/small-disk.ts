import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** File system with a capacity of a few megabytes. */
export interface SmallDisk {
  readonly path: string;
  readOnly(): void;
  remove(): void;
}

/**
 * Reason why tests cannot mount a small disk; undefined if they can. Only the superuser of Linux
 * can mount one.
 */
export const noSmallDisk =
  process.platform !== "linux" ? "this is not Linux" : process.getuid?.() !== 0 ? "not the superuser" : mountFailure();

export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "apimachinery-disk-"));
  run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path);
  return {
    path,
    readOnly() {
      run("mount", "-o", "remount,ro", path);
    },
    remove() {
      run("umount", "-l", path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function mountFailure(): string | undefined {
  try {
    smallDisk(1).remove();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}
