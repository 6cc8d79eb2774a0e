import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { TestModule } from "vitest/node";
import type { Form } from "../sizes.js";

/**
 * @file Durations of test files in milliseconds, by the form of the run and their paths. `make test
 * DURATIONS=1` and `make test-all DURATIONS=1` write durations.json again.
 */

export type Durations = Readonly<Record<string, number>>;

const forms = ["quick", "long", "soak"] as const satisfies readonly Form[];
type DurationsOfForms = Partial<Record<Form, Durations>>;

const root = join(import.meta.dirname, "../..");
const file = join(import.meta.dirname, "durations.json");
/** Shorter files are not part of durations.json, because their order has no effect. */
const shortest = 1000;

/** Returns the form of the tests of a project of vitest.config.ts. */
export function formOfProject(name: string): Form {
  return forms.find((form) => name.startsWith(form)) ?? "quick";
}

/** Returns the durations in a form of the run, or those in the quick form. */
export function readDurations(form: Form): Durations {
  const { quick, [form]: durations } = readAll();
  return { ...quick, ...durations };
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
export function writeDurations(modules: readonly TestModule[]): void {
  const all = readAll();
  for (const form of forms) {
    const ofForm = modules.filter(({ project }) => formOfProject(project.name) === form);
    if (ofForm.length > 0) all[form] = merged(all[form] ?? {}, measured(ofForm));
  }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

function readAll(): DurationsOfForms {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DurationsOfForms) : {};
}

function merged(before: Durations, run: Durations): Durations {
  const kept = Object.entries(before).filter(([path]) => !(path in run) && existsSync(join(root, path)));
  const added = Object.entries(run).filter(([, duration]) => duration >= shortest);
  const sorted = [...kept, ...added].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, duration]) => [path, Math.round(duration / 100) * 100]));
}
