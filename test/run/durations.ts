import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestModule } from "vitest/node";

/**
 * @file Durations of test files in milliseconds, by their paths. `make test DURATIONS=1` and `make
 * test-all DURATIONS=1` write durations.json again.
 */

export type Durations = Readonly<Record<string, number>>;

const root = join(import.meta.dirname, "../..");
const file = join(import.meta.dirname, "durations.json");
/** Shorter files are not part of durations.json, because their order has no effect. */
const shortest = 1000;

export function readDurations(): Durations {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Durations) : {};
}

/** Returns the path of a test file, relative to the folder of the project. */
export function pathOf(moduleId: string): string {
  return relative(root, moduleId).replaceAll("\\", "/");
}

/** Returns the durations of test files, with the time that it took to load them. */
export function measured(modules: readonly TestModule[]): Durations {
  return Object.fromEntries(
    modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return [pathOf(module.moduleId), Math.round(collectDuration + duration)];
    }),
  );
}

/**
 * Writes the durations of this run, in steps of 100 ms, and keeps those of files that did not run
 * and still exist.
 */
export function writeDurations(run: Durations): void {
  const kept = Object.entries(readDurations()).filter(([path]) => !(path in run) && existsSync(join(root, path)));
  const added = Object.entries(run).filter(([, duration]) => duration >= shortest);
  const sorted = [...kept, ...added].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rounded = sorted.map(([path, duration]) => [path, Math.round(duration / 100) * 100] as const);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}
